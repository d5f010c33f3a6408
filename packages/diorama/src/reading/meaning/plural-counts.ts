import { showsSeveral } from '../../served-dishes.ts'
import type { Sense } from '../senses.ts'
import type { NamedThing } from './named-thing.ts'

// One drawing shows several, or as much as one eats: a bowl of noodles, a drum kit.
const DRAWN_TOGETHER =
  /^(couple-with-heart|books|bubbles|grapes|cherries|blueberries|fireworks|sparkles|pancakes|bacon|beans|peanuts|sheaf-of-rice|drum-kit|steaming-bowl|spaghetti|french-fries|toy-blocks|dumbbell|bagpipes|fork-and-knife|joker|fairy-lights|bunting|flower-garland|ski-pair|earrings|earbuds|marbles|matchsticks|wedding-rings|gold-bars|tabla-drums|maracas|ice-skate|boxing-glove|roller-skates|pliers|chopsticks|coffee-beans|scissors|cowboy-boots|rain-boots|flippers|pajamas|castanets|cymbals|almond|nesting-dolls|knitting|lungs)$/

// What is worn two by two.
const PAIRS =
  /^(running-shoe|mans-shoe|hiking-boot|flat-shoe|high-heeled-shoe|womans-sandal|womans-boot|ballet-shoes|slipper|thong-sandal|roller-skate|ice-skate|socks|gloves)$/

// A pair of glasses is one thing.
const ONE_PAIR =
  /^(glasses|sunglasses|scissors|pliers|binoculars|headphone|jeans|trousers|shorts|earbuds|goggles|socks|chopsticks|ski-pair|ballet-shoes)$/

const TWO =
  /^(twins|twin sisters|twin brothers|zwillinge|jumeaux|jumelles|gemelos|gemelas|gemelli|gemelle|gemeos|gemeas|близнецы|двойняшки)$/

/** As many as the plural of a thing means, where no number is said. */
export function manyOf({ art, sense }: NamedThing): number {
  if (TWO.test(sense.text)) return 2
  // A row of them is what one wants to see fall.
  if (art === 'domino') return 8
  if (PAIRS.test(art)) return 2
  return DRAWN_TOGETHER.test(art) || showsSeveral(art) ? 1 : 3
}

/** Whether a pair of it is one thing: glasses, scissors. */
export const isOnePair = ({ art }: NamedThing, count: Sense | undefined): boolean =>
  ONE_PAIR.test(art) && /^(a )?pair of$/.test(count?.text ?? '')

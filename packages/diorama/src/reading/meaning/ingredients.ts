import type { Sense } from '../senses.ts'
import type { Thing } from '../things.ts'

const GREENS = 'leafy-green|green-salad|herb|onion|garlic|cucumber|tomato|mushroom|bell-pepper|hot-pepper|olive|avocado'
const MEATS = 'bacon|cut-of-meat|meat-on-bone|poultry-leg|egg|cooking|shrimp|fried-shrimp|fish|hamburger'
const SWEETS =
  'butter|honey-pot|candy|cherries|chestnut|peanuts|chocolate-bar|cookie|waffle|custard|lollipop|glass-of-milk'

const all = (...groups: string[]) => new RegExp(`^(${groups.join('|')})$`)

// Dishes, and what their drawings already show or have within: named with them, it lies on no plate of its own.
const DISHES: readonly [dish: RegExp, within: RegExp][] = [
  [
    /^(burger|hamburger|sandwich|hot-dog|taco|burrito|stuffed-flatbread)$/,
    all(GREENS, MEATS, 'bread|cheese-wedge|potato|beans|corn|pickle|butter'),
  ],
  [/^pizza$/, all(GREENS, MEATS, 'bread|cheese-wedge|corn|pineapple|dough|sack')],
  [
    /^(steaming-bowl|pot-of-food|curry-rice|cooked-rice|shallow-pan-of-food)$/,
    all(GREENS, MEATS, 'carrot|corn|beans|potato|lemon|bread|spaghetti|cooked-rice'),
  ],
  [/^spaghetti$/, all(GREENS, MEATS, 'cheese-wedge|lemon|bread')],
  [/^green-salad$/, all(GREENS, MEATS, 'cheese-wedge|carrot|corn|beans|lemon|bread')],
  [/^sushi$/, all(MEATS, 'cooked-rice|avocado|cucumber')],
  [/^(pancakes|waffle|bread|croissant)$/, all('butter|honey-pot|candy|custard|chocolate-bar|glass-of-milk')],
  [
    /^(sundae|ice-cream|soft-ice-cream|shaved-ice|custard)$/,
    all(SWEETS, 'strawberry|blueberries|ice-cream|soft-ice-cream|tumbler-glass|water-glass'),
  ],
  [
    /^smoothie-bowl$/,
    all(SWEETS, 'banana|kiwi-fruit|blueberries|strawberry|coconut|mango|cup-with-straw|bowl-with-spoon|cooked-rice'),
  ],
  [
    /^(cake-stand|shortcake|birthday-cake|cupcake|pie|doughnut|moon-cake|cookie)$/,
    all(SWEETS, 'strawberry|blueberries|lemon|red-apple|cheese-wedge'),
  ],
  [
    /^(hot-beverage|teacup-without-handle|cup-with-straw|bubble-tea|tropical-drink|cocktail-glass)$/,
    all('red-heart|candy|glass-of-milk|honey-pot|ice|butter|cookie-crumbs'),
  ],
]

const COUNTED = /^(a|an|the|one|two|three|four|another|some)$/

// "Fries beside it", "a lemon": placed or counted by itself, it is there by itself.
function isApart({ at, clause }: Sense, senses: readonly Sense[], dish: Sense): boolean {
  const own = clause !== dish.clause
  return senses.some(
    (other) =>
      other.clause === clause &&
      ((other.end === at && COUNTED.test(other.text) && own) ||
        (own && other.kind === 'rel' && other.at > at) ||
        (other.kind === 'activity' && other.at > at) ||
        (other.kind === 'rel' &&
          other.end <= at &&
          other.at > dish.at &&
          /^(beside|next to|near|behind|under)$/.test(other.text))),
  )
}

const PIECES = /^(pattern|collection|sticker-sheet|infographic|icon|flat-lay|in-a-grid|in-a-ring)$/

/** The things of a prompt without what is within a dish that was named before: the lettuce of a burger. */
export function withoutIngredients(things: Thing[], senses: readonly Sense[]): Thing[] {
  // On a sheet of many things each is one of them.
  if (senses.some(({ kind, value }) => kind === 'format' && PIECES.test(value))) return things
  // "Burger shot, a double cheeseburger": the more exact word says which burger it is.
  const exact = things.some(({ art }) => art === 'burger')
  const gone = new Set<Thing>(things.filter(({ art }) => exact && art === 'hamburger'))
  for (const dish of things) {
    const within = gone.has(dish) ? undefined : DISHES.find(([art]) => art.test(dish.art))?.[1]
    // "Vegetables: a tomato, a carrot": a class that heads its list is no bowl of them.
    if (!within || /^(vegetables?|veggies|gemuse|verduras?|legumes?|verdure)$/.test(dish.sense.text)) continue
    for (const thing of things)
      if (thing.sense.at > dish.sense.at && within.test(thing.art) && !isApart(thing.sense, senses, dish.sense))
        gone.add(thing)
  }
  return things.filter((thing) => !gone.has(thing))
}

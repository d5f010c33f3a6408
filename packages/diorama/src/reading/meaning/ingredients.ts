import { garnishOf } from '../../garnishes.ts'
import { saysAnd, saysWith } from '../script/and-with.ts'
import type { Sense } from '../senses.ts'
import type { Thing } from '../things.ts'

const GREENS =
  'lettuce|basil|mint|parsley|rosemary|leek|celery|cabbage|zucchini|green-beans|legume-bowl|asparagus|artichoke|radish|beetroot|fennel|champignon|porcini|pepper-mill|spices|spice-bowl|cinnamon|leafy-green|green-salad|herb|onion|garlic|cucumber|tomato|mushroom|bell-pepper|hot-pepper|olive|avocado'
const MEATS =
  'steak-plate|sausages|meatballs|fried-egg|scrambled-eggs|eggs-benedict|roast-chicken|salmon|tuna|scallop-shell|crab|lobster|oyster|squid|bacon|cut-of-meat|meat-on-bone|poultry-leg|egg|egg-cup|cooking|shrimp|fried-shrimp|fish|hamburger'
const SWEETS =
  'raspberry|blackberry|red-currants|cranberries|hazelnut|walnut|almond|pistachio|cashew|cinnamon|vanilla|marshmallows|mint|brownie|macarons|meringue|plum|fig|butter|honey-pot|candy|cherries|chestnut|peanuts|chocolate-bar|cookie|waffle|custard|lollipop|glass-of-milk'
const CHEESES = 'cheese-wedge|mozzarella|feta|brie|blue-cheese'

const all = (...groups: string[]) => new RegExp(`^(${groups.join('|')})$`)

// Dishes, and what their drawings already show or have within: named with them, it lies on no plate of its own.
const DISHES: readonly [dish: RegExp, within: RegExp][] = [
  [
    /^(burger|hamburger|sandwich|hot-dog|taco|burrito|stuffed-flatbread)$/,
    all(GREENS, MEATS, CHEESES, 'bread|bread-rolls|potato|beans|corn|pickle|butter'),
  ],
  [/^(pizza|whole-pizza)$/, all(GREENS, MEATS, CHEESES, 'bread|corn|pineapple|dough|sack')],
  [
    /^(soup-bowl|borscht|noodle-soup|pho|udon|bibimbap|curry-bowl|fried-rice|biryani|paella|risotto|couscous|tagine|ceviche|steaming-bowl|pot-of-food|curry-rice|cooked-rice|shallow-pan-of-food)$/,
    all(
      GREENS,
      MEATS,
      CHEESES,
      'carrot|corn|beans|potato|lemon|lime|bread|toast|spaghetti|cooked-rice|tofu|broccoli|pea-pod|chopsticks',
    ),
  ],
  [/^(spaghetti|lasagne|ravioli|gnocchi)$/, all(GREENS, MEATS, CHEESES, 'lemon|bread|broccoli')],
  [/^(avocado-toast|toast|omelette|caprese)$/, all(GREENS, MEATS, CHEESES, 'bread|avocado|butter|jar')],
  [/^green-salad$/, all(GREENS, MEATS, CHEESES, 'carrot|corn|beans|lemon|bread')],
  [/^(sushi|maki-rolls|sashimi)$/, all(MEATS, 'cooked-rice|avocado|cucumber')],
  [/^(bread|croissant)$/, all('butter|honey-pot|candy|custard|chocolate-bar|glass-of-milk')],
  [
    /^(pancakes|crepes|waffle)$/,
    all(SWEETS, 'custard|blueberries|strawberry|banana|lemon|peach|red-apple|kiwi-fruit|mango'),
  ],
  [
    /^(steak-plate|roast-chicken|fish-and-chips|salmon-plate)$/,
    all(GREENS, CHEESES, 'lemon|lime|potato|carrot|corn|cherries|tomato'),
  ],
  [
    /^(scoop-cone|milkshake|sundae|ice-cream|soft-ice-cream|shaved-ice|custard)$/,
    all(SWEETS, 'strawberry|blueberries|ice-cream|soft-ice-cream|tumbler-glass|water-glass'),
  ],
  [
    /^(smoothie-bowl|smoothie|cereal-bowl|porridge|yogurt-bowl|fruit-salad)$/,
    all(
      SWEETS,
      'banana|kiwi-fruit|blueberries|strawberry|coconut|mango|peach|red-apple|cup-with-straw|bowl-with-spoon|cooked-rice',
    ),
  ],
  [
    /^(layer-cake|wedding-cake|cake-slice|cheesecake|muffin|brownie|tiramisu|panna-cotta|strudel|cake-stand|shortcake|birthday-cake|cupcake|pie|doughnut|moon-cake|cookie)$/,
    all(SWEETS, 'strawberry|blueberries|lemon|red-apple|cheese-wedge'),
  ],
  [
    /^(tea-cup|tea-glass|chai|latte|cappuccino|espresso|hot-chocolate|matcha|mulled-wine|lemonade|iced-tea|iced-coffee|mojito|hot-beverage|teacup-without-handle|cup-with-straw|bubble-tea|tropical-drink|cocktail-glass)$/,
    all(
      'mint|cinnamon|star-anise|marshmallows|vanilla|lemon|red-heart|candy|glass-of-milk|honey-pot|ice|butter|cookie-crumbs',
    ),
  ],
]

const COUNTED = /^(a|an|the|one|two|three|four|another|some)$/
const ASIDE = /^(beside|next to|near|behind|under)$/
// What is eaten with a dish and not on it, though it may be in the same list.
const ALONGSIDE = /^(bread|bread-rolls|toast|croissant|glass-of-milk|jar|potato|french-fries|honey-pot)$/

type Told = { senses: readonly Sense[]; language: string }

// "With cheese, lettuce and a fried egg": one list of what is on the dish, however each of it is counted.
function isListed(thing: Thing, { sense: dish }: Thing, { senses, language }: Told): boolean {
  const between = senses.filter(({ at }) => at >= dish.end && at < thing.sense.at)
  const from = between.findIndex((one) => saysWith(one, language))
  const joins = (one: Sense) => one.kind !== 'rel' || saysAnd(one, language) || saysWith(one, language)
  return from >= 0 && !ALONGSIDE.test(thing.art) && between.slice(from).every(joins)
}

// "A tomato beside it": of two things it says where the dish is, of nothing else where this one is.
function isPlaced({ at, clause }: Sense, { senses, language }: Told): boolean {
  const rest = senses.filter((one) => one.clause === clause && one.at > at)
  return rest.some(
    (one) => one.kind === 'rel' && !/^(on|in)$/.test(one.value) && !saysAnd(one, language) && !saysWith(one, language),
  )
}

// "Fries beside it", "a lemon": placed or counted by itself, it is there by itself.
function isApart(thing: Thing, dish: Thing, told: Told): boolean {
  const { at, clause } = thing.sense
  const own = clause !== dish.sense.clause
  const here = told.senses.filter((one) => one.clause === clause)
  if (here.some((one) => one.kind === 'rel' && one.end <= at && one.at > dish.sense.at && ASIDE.test(one.text)))
    return true
  if (isListed(thing, dish, told)) return false
  return (
    here.some((one) => (one.end === at && COUNTED.test(one.text)) || (one.kind === 'activity' && one.at > at)) ||
    (own && isPlaced(thing.sense, told))
  )
}

const PIECES = /^(pattern|collection|sticker-sheet|infographic|icon|in-a-grid|in-a-ring)$/

// A dish with what lies on it, as far as its own drawing does not show it.
function garnished(dish: Thing, within: readonly Thing[]): Thing {
  const garnish = [...new Set(within.map(({ art }) => art))].filter((art) => garnishOf(dish.art, art))
  return garnish.length > 0 ? { ...dish, garnish } : dish
}

/** The things of a prompt without what is within a dish that was named before: the lettuce of a burger. */
export function withoutIngredients(things: Thing[], senses: readonly Sense[], language: string): Thing[] {
  // On a sheet of many things each is one of them.
  if (senses.some(({ kind, value }) => kind === 'format' && PIECES.test(value))) return things
  // "Burger shot, a double cheeseburger": the more exact word says which burger it is.
  // Laid out and seen from above, only what is said to be on a dish is on it.
  const laidOut = senses.some(({ kind, value }) => kind === 'format' && value === 'flat-lay')
  const exact = things.some(({ art }) => art === 'burger')
  const gone = new Set<Thing>(things.filter(({ art }) => exact && art === 'hamburger'))
  const served = new Map<Thing, Thing>()
  for (const dish of things) {
    const within = gone.has(dish) ? undefined : DISHES.find(([art]) => art.test(dish.art))?.[1]
    // "Vegetables: a tomato, a carrot": a class that heads its list is no bowl of them.
    if (!within || /^(vegetables?|veggies|gemuse|verduras?|legumes?|verdure)$/.test(dish.sense.text)) continue
    const inIt = things.filter(
      (thing) =>
        thing.sense.at > dish.sense.at &&
        !gone.has(thing) &&
        within.test(thing.art) &&
        !isApart(thing, dish, { senses, language }) &&
        (!laidOut || isListed(thing, dish, { senses, language })),
    )
    for (const thing of inIt) gone.add(thing)
    served.set(dish, garnished(dish, inIt))
  }
  return things.filter((thing) => !gone.has(thing)).map((thing) => served.get(thing) ?? thing)
}

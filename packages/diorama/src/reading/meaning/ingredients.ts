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
    all(GREENS, MEATS, 'carrot|corn|beans|potato|lemon|bread|toast|spaghetti|cooked-rice'),
  ],
  [/^(spaghetti|lasagne|ravioli|gnocchi)$/, all(GREENS, MEATS, CHEESES, 'lemon|bread')],
  [/^(avocado-toast|toast|omelette|caprese)$/, all(GREENS, MEATS, CHEESES, 'bread|avocado|butter|jar')],
  [/^green-salad$/, all(GREENS, MEATS, CHEESES, 'carrot|corn|beans|lemon|bread')],
  [/^(sushi|maki-rolls|sashimi)$/, all(MEATS, 'cooked-rice|avocado|cucumber')],
  [/^(pancakes|crepes|waffle|bread|croissant)$/, all('butter|honey-pot|candy|custard|chocolate-bar|glass-of-milk')],
  [
    /^(scoop-cone|milkshake|sundae|ice-cream|soft-ice-cream|shaved-ice|custard)$/,
    all(SWEETS, 'strawberry|blueberries|ice-cream|soft-ice-cream|tumbler-glass|water-glass'),
  ],
  [
    /^(smoothie-bowl|smoothie|cereal-bowl|porridge|yogurt-bowl|fruit-salad)$/,
    all(SWEETS, 'banana|kiwi-fruit|blueberries|strawberry|coconut|mango|cup-with-straw|bowl-with-spoon|cooked-rice'),
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

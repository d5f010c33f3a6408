/** How a piece of something on a dish is drawn, and in which colours. */
export type Garnish = { cut: Cut; colour: string; inner?: string }
export type Cut =
  | 'leaf'
  | 'citrus'
  | 'egg'
  | 'berry'
  | 'disc'
  | 'ring'
  | 'cube'
  | 'shrimp'
  | 'nut'
  | 'shaving'
  | 'mushroom'
  | 'spear'
  | 'sprig'
  | 'chunk'

// What things look like that are cut up and laid on a dish, by the drawing of the whole.
const GARNISHES: Readonly<Record<string, Garnish>> = {
  basil: { cut: 'leaf', colour: '#3f8f3a' },
  mint: { cut: 'leaf', colour: '#3fa36b' },
  parsley: { cut: 'leaf', colour: '#4a9a3a' },
  herb: { cut: 'leaf', colour: '#4a9a3a' },
  lettuce: { cut: 'leaf', colour: '#7cbf4a' },
  'leafy-green': { cut: 'leaf', colour: '#3f8a3c' },
  'green-salad': { cut: 'leaf', colour: '#6fb043' },
  rosemary: { cut: 'sprig', colour: '#4f7a52' },
  lemon: { cut: 'citrus', colour: '#f2c52e', inner: '#fbe98a' },
  lime: { cut: 'citrus', colour: '#6fae35', inner: '#cfe69a' },
  tangerine: { cut: 'citrus', colour: '#ee8a22', inner: '#fbc66a' },
  egg: { cut: 'egg', colour: '#fdfbf4', inner: '#f5a623' },
  'egg-cup': { cut: 'egg', colour: '#fdfbf4', inner: '#f5a623' },
  'fried-egg': { cut: 'egg', colour: '#fdfbf4', inner: '#f7b52c' },
  cooking: { cut: 'egg', colour: '#fdfbf4', inner: '#f7b52c' },
  blueberries: { cut: 'berry', colour: '#4a5bb5' },
  raspberry: { cut: 'berry', colour: '#d9345f' },
  blackberry: { cut: 'berry', colour: '#3d2f52' },
  cranberries: { cut: 'berry', colour: '#b8283e' },
  'red-currants': { cut: 'berry', colour: '#d92b3a' },
  cherries: { cut: 'berry', colour: '#c4203a' },
  strawberry: { cut: 'chunk', colour: '#e23a45', inner: '#f7a8a2' },
  tomato: { cut: 'disc', colour: '#d8352a', inner: '#f07a5a' },
  banana: { cut: 'disc', colour: '#f7e6a0', inner: '#e2c46a' },
  'kiwi-fruit': { cut: 'disc', colour: '#8dbb3f', inner: '#e6efb8' },
  cucumber: { cut: 'disc', colour: '#5f9a45', inner: '#dcedb8' },
  zucchini: { cut: 'disc', colour: '#5f9a45', inner: '#e4efc0' },
  radish: { cut: 'disc', colour: '#d63a64', inner: '#fbeef0' },
  beetroot: { cut: 'disc', colour: '#8a1f4a', inner: '#b04a74' },
  carrot: { cut: 'disc', colour: '#ee8330', inner: '#f6a860' },
  olive: { cut: 'ring', colour: '#2f3326' },
  onion: { cut: 'ring', colour: '#a45a8a' },
  leek: { cut: 'ring', colour: '#6cb24a' },
  'bell-pepper': { cut: 'ring', colour: '#d93a2a' },
  'hot-pepper': { cut: 'ring', colour: '#cf2222' },
  'cheese-wedge': { cut: 'shaving', colour: '#f6e3a0' },
  coconut: { cut: 'shaving', colour: '#fbf7ee' },
  bacon: { cut: 'shaving', colour: '#b8473a' },
  feta: { cut: 'cube', colour: '#fbf8ee' },
  mozzarella: { cut: 'cube', colour: '#fdfaf2' },
  tofu: { cut: 'cube', colour: '#f6eedb' },
  butter: { cut: 'cube', colour: '#f8dd6a' },
  marshmallows: { cut: 'cube', colour: '#fdf4f2' },
  'chocolate-bar': { cut: 'cube', colour: '#5a3420' },
  brownie: { cut: 'cube', colour: '#5a3420' },
  avocado: { cut: 'chunk', colour: '#7fae3f', inner: '#e6ecac' },
  mango: { cut: 'chunk', colour: '#f2a52a', inner: '#f9cf6a' },
  peach: { cut: 'chunk', colour: '#f09a5a', inner: '#f9cf8a' },
  fig: { cut: 'chunk', colour: '#5a3358', inner: '#d8566a' },
  'red-apple': { cut: 'chunk', colour: '#d2332e', inner: '#f8efc8' },
  potato: { cut: 'chunk', colour: '#d79a3a', inner: '#f3d27a' },
  salmon: { cut: 'chunk', colour: '#f08a5a', inner: '#fbc4a2' },
  tuna: { cut: 'chunk', colour: '#b8584a', inner: '#e2988a' },
  shrimp: { cut: 'shrimp', colour: '#f07a4a' },
  'fried-shrimp': { cut: 'shrimp', colour: '#f07a4a' },
  walnut: { cut: 'nut', colour: '#b07a42' },
  almond: { cut: 'nut', colour: '#b8804a' },
  hazelnut: { cut: 'nut', colour: '#a06a38' },
  pistachio: { cut: 'nut', colour: '#9ab85a' },
  cashew: { cut: 'nut', colour: '#e2c08a' },
  peanuts: { cut: 'nut', colour: '#c8945a' },
  garlic: { cut: 'nut', colour: '#f3e9d4' },
  beans: { cut: 'nut', colour: '#8a3a2a' },
  corn: { cut: 'berry', colour: '#f2c832' },
  'pea-pod': { cut: 'berry', colour: '#6fae35' },
  mushroom: { cut: 'mushroom', colour: '#c9a77a' },
  champignon: { cut: 'mushroom', colour: '#e2cfae' },
  porcini: { cut: 'mushroom', colour: '#a8744a' },
  asparagus: { cut: 'spear', colour: '#5f9a3c' },
  'green-beans': { cut: 'spear', colour: '#4f9038' },
  cinnamon: { cut: 'spear', colour: '#a5652f' },
  broccoli: { cut: 'leaf', colour: '#3f7f33' },
}

// Where on its drawing the food lies open, in shares of it: the middle, and how far it reaches aside and in height.
type Top = { x: number; y: number; wide: number; high: number }
const top = (x: number, y: number, wide: number, high: number): Top => ({ x, y, wide, high })
const BOWL = top(0.5, 0.53, 0.33, 0.06)
const FULL = top(0.5, 0.21, 0.34, 0.09)

const TOPS: Readonly<Record<string, Top>> = {
  'soup-bowl': BOWL,
  borscht: BOWL,
  'noodle-soup': BOWL,
  pho: BOWL,
  udon: BOWL,
  'curry-bowl': BOWL,
  porridge: BOWL,
  bibimbap: FULL,
  'smoothie-bowl': FULL,
  'cereal-bowl': FULL,
  'yogurt-bowl': FULL,
  ceviche: FULL,
  'fruit-salad': top(0.5, 0.22, 0.3, 0.12),
  gnocchi: top(0.5, 0.25, 0.32, 0.1),
  couscous: top(0.5, 0.2, 0.28, 0.1),
  'green-salad': top(0.5, 0.28, 0.36, 0.16),
  'fried-rice': top(0.5, 0.4, 0.28, 0.2),
  biryani: top(0.5, 0.42, 0.28, 0.2),
  paella: top(0.5, 0.4, 0.34, 0.2),
  risotto: top(0.5, 0.35, 0.28, 0.16),
  'steaming-bowl': top(0.42, 0.52, 0.26, 0.06),
  'curry-rice': top(0.5, 0.6, 0.34, 0.16),
  'cooked-rice': top(0.5, 0.2, 0.3, 0.12),
  'shallow-pan-of-food': top(0.5, 0.48, 0.32, 0.3),
  spaghetti: top(0.47, 0.62, 0.3, 0.14),
  lasagne: top(0.45, 0.2, 0.2, 0.06),
  ravioli: top(0.5, 0.36, 0.3, 0.18),
  'avocado-toast': top(0.5, 0.38, 0.28, 0.14),
  toast: top(0.45, 0.5, 0.22, 0.18),
  omelette: top(0.5, 0.4, 0.3, 0.16),
  pizza: top(0.38, 0.4, 0.2, 0.24),
  'whole-pizza': top(0.5, 0.42, 0.36, 0.2),
  pancakes: top(0.45, 0.2, 0.3, 0.1),
  crepes: top(0.5, 0.38, 0.28, 0.15),
  waffle: top(0.5, 0.48, 0.28, 0.22),
  'layer-cake': top(0.5, 0.24, 0.32, 0.04),
  'cake-slice': top(0.5, 0.24, 0.24, 0.05),
  cheesecake: top(0.4, 0.2, 0.26, 0.08),
  tiramisu: top(0.45, 0.22, 0.32, 0.05),
  'panna-cotta': top(0.5, 0.66, 0.34, 0.08),
  brownie: top(0.5, 0.1, 0.2, 0.04),
  muffin: top(0.5, 0.2, 0.3, 0.1),
  cupcake: top(0.5, 0.26, 0.22, 0.12),
  pie: top(0.5, 0.34, 0.3, 0.1),
  'cake-stand': top(0.5, 0.18, 0.34, 0.04),
  doughnut: top(0.5, 0.24, 0.28, 0.08),
  'ice-cream': top(0.5, 0.24, 0.28, 0.12),
  sundae: top(0.5, 0.24, 0.26, 0.05),
  'tea-cup': top(0.42, 0.4, 0.26, 0.03),
  latte: top(0.42, 0.44, 0.3, 0.04),
  cappuccino: top(0.42, 0.44, 0.3, 0.04),
  'hot-chocolate': top(0.42, 0.46, 0.28, 0.05),
  'steak-plate': top(0.5, 0.78, 0.36, 0.12),
  'salmon-plate': top(0.5, 0.78, 0.36, 0.12),
  'roast-chicken': top(0.5, 0.84, 0.38, 0.07),
}

// What these drawings show already.
const SHOWN: readonly [dish: RegExp, shows: RegExp][] = [
  [/^steaming-bowl$/, /^(egg|egg-cup|fried-egg|cooking|leek|spaghetti)$/],
  [/^(pizza|whole-pizza)$/, /^(tomato|cheese-wedge|mozzarella|sausages)$/],
  [/^spaghetti$/, /^tomato$/],
  [/^(lasagne|ravioli|caprese|noodle-soup|steak-plate|gnocchi)$/, /^(basil|herb|parsley)$/],
  [/^paella$/, /^(shrimp|fried-shrimp|lemon|olive)$/],
  [/^avocado-toast$/, /^(avocado|egg|fried-egg|egg-cup|cooking)$/],
  [/^green-salad$/, /^(lettuce|leafy-green|green-salad|tomato|onion)$/],
  [/^(pancakes|waffle|toast)$/, /^butter$/],
  [/^(porridge|yogurt-bowl|cereal-bowl|smoothie-bowl|muffin)$/, /^blueberries$/],
  [/^(cake-stand|shortcake|birthday-cake)$/, /^strawberry$/],
  [/^hot-chocolate$/, /^marshmallows$/],
  [/^brownie$/, /^(chocolate-bar|brownie)$/],
  [/^panna-cotta$/, /^(raspberry|blueberries|strawberry)$/],
  [/^(soup-bowl|curry-bowl)$/, /^(leafy-green|pea-pod)$/],
]

/** How something is shown on a dish: nothing where the drawing of the dish shows it already, or has no room for it. */
export function garnishOf(dish: string, art: string): { piece: Garnish; top: Top } | undefined {
  const room = TOPS[dish]
  const piece = GARNISHES[art]
  const shown = SHOWN.some(([name, shows]) => name.test(dish) && shows.test(art))
  return room && piece && !shown ? { piece, top: room } : undefined
}

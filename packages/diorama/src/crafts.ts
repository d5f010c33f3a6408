import type { Posture, Verb } from './deeds.ts'

/**
 * What work is known by: what one has in the hand, what stands on the table or on the ground before one, the place where
 * it is done as long as no other is said, the vehicle that it takes, what comes out of a mouth by it, and how it is done
 * where that is no reaching for something. `posture` is how the body is held at it, `alone` where it is
 * done to nothing and nobody else, `met` how whoever it is done to is
 * held, `seat` what these sit on; `surface` is what the work lies on, and `seated` tells that one sits at it, on the `ground` that on which all
 * sit down. The words
 * for each are in `words/grammar/crafts.txt` and `dealings.txt`.
 */
export type Craft = {
  tool?: string
  bench?: string
  gear?: string
  home?: string
  vehicle?: string
  breath?: string
  does?: Verb
  posture?: Posture
  alone?: Posture
  met?: Posture
  seat?: 'chair' | 'stool' | 'bathtub' | 'bed'
  surface?: 'table' | 'bed' | 'potters-wheel' | 'stove'
  seated?: true
  ground?: 'picnic-blanket'
}

const CRAFTS: Readonly<Record<string, Craft>> = {
  knit: { tool: 'knitting', home: 'room' },
  sew: { bench: 'sewing-machine', home: 'workshop' },
  mend: { tool: 'sewing-needle', home: 'room', surface: 'table' },
  saw: { tool: 'carpentry-saw', bench: 'plank', home: 'workshop', surface: 'table', posture: 'stir' },
  'chop-wood': { tool: 'axe', gear: 'tree-stump' },
  carve: { tool: 'kitchen-knife', surface: 'table', home: 'workshop' },
  sculpt: { tool: 'hammer', home: 'art-studio', posture: 'hammer' },
  stir: { tool: 'wooden-spoon', bench: 'pot-of-food', home: 'kitchen', posture: 'dip', surface: 'stove' },
  fry: { tool: 'spatula', bench: 'frying-pan', home: 'kitchen', surface: 'stove' },
  knead: { tool: 'rolling-pin', bench: 'dough', home: 'kitchen' },
  chop: { tool: 'kitchen-knife', home: 'kitchen', posture: 'stir' },
  whisk: { tool: 'whisk', bench: 'bowl-with-spoon', home: 'kitchen', posture: 'stir' },
  write: { tool: 'fountain-pen', home: 'room', surface: 'table', seated: true },
  draw: { tool: 'pencil', home: 'room', surface: 'table', seated: true },
  type: { bench: 'laptop', home: 'office', surface: 'table' },
  repair: { tool: 'wrench', home: 'workshop', surface: 'table' },
  measure: { tool: 'tape-measure', home: 'workshop' },
  harvest: { tool: 'basket' },
  drink: { does: 'eat' },
  'in-mouth': { does: 'hold' },
  meditate: { does: 'sit', posture: 'meditate' },
  pray: { does: 'kneel', posture: 'pray' },
  'draw-water': { tool: 'bucket', gear: 'well' },
  plough: { gear: 'plough', does: 'push', home: 'farm' },
  plant: { home: 'garden' },
  rake: { tool: 'rake', home: 'garden', posture: 'sweep' },
  'shoot-a-bow': { tool: 'longbow', posture: 'point', does: 'hold' },
  sweep: { tool: 'broom', posture: 'sweep' },
  mop: { tool: 'mop', posture: 'sweep', home: 'room' },
  'scrub-floor': { tool: 'sponge', posture: 'work-low', home: 'room' },
  wash: { tool: 'sponge', home: 'room' },
  polish: { tool: 'sponge', surface: 'table', home: 'room' },
  milk: { tool: 'bucket', home: 'farm', posture: 'work-low' },
  trim: { tool: 'scissors' },
  comb: { tool: 'comb', home: 'room', met: 'attend', alone: 'to-mouth' },
  'brush-teeth': { tool: 'toothbrush', home: 'bathroom', posture: 'to-mouth' },
  conduct: { tool: 'magic-wand', home: 'stage' },
  photograph: { tool: 'camera', does: 'look-at', posture: 'aim' },
  phone: { tool: 'mobile-phone', does: 'hold', home: 'room' },
  examine: { tool: 'magnifying-glass-tilted-right', does: 'look-at', posture: 'reach', alone: 'work-low' },
  experiment: { tool: 'test-tube', home: 'laboratory' },
  serve: { tool: 'plate', home: 'restaurant', does: 'hold' },
  pour: { home: 'kitchen', does: 'hold' },
  open: { does: 'handle' },
  hit: { does: 'play' },
  tug: { does: 'pull', posture: 'tug' },
  mow: { gear: 'lawn-mower', home: 'garden', does: 'push' },
  vacuum: { gear: 'vacuum-cleaner', home: 'room', does: 'push' },
  'blow-out': { home: 'room', does: 'look-at', surface: 'table', posture: 'reach' },
  steal: { does: 'take' },
  rescue: { does: 'take' },
  buy: { home: 'market', does: 'handle' },
  treat: { tool: 'adhesive-bandage', home: 'hospital-ward', seat: 'chair' },
  dunk: { tool: 'basketball', gear: 'basketball-hoop', home: 'gym', does: 'jump' },
  'try-on': { home: 'shop', does: 'look-at' },
  shave: { tool: 'razor', home: 'bathroom', seat: 'chair', alone: 'to-mouth' },
  shop: { tool: 'shopping-bags', does: 'walk' },
  row: { tool: 'oar', vehicle: 'rowing-boat', does: 'ride' },
  sail: { vehicle: 'sailboat', does: 'ride' },
  pilot: { vehicle: 'small-airplane', does: 'ride' },
  steer: { does: 'ride' },
  'breathe-fire': { breath: 'fire-breath', does: 'breathe' },
  'spray-water': { breath: 'water-jet', does: 'breathe' },
  'blow-bubbles': { breath: 'bubble-trail', does: 'breathe' },
  'blow-smoke': { breath: 'smoke-puff', does: 'breathe' },
  lift: { tool: 'barbell', home: 'gym', does: 'hold', posture: 'lift' },
  // What people have to do with each other.
  whisper: { does: 'look-at', posture: 'whisper' },
  call: { does: 'look-at', posture: 'whisper' },
  teach: { does: 'look-at', posture: 'explain' },
  tell: { does: 'look-at', posture: 'explain', met: 'sit-on-ground', home: 'room' },
  point: { does: 'look-at', posture: 'point' },
  talk: { does: 'look-at', posture: 'explain', met: 'attend' },
  argue: { does: 'look-at', posture: 'scold', met: 'scold' },
  scold: { does: 'look-at', posture: 'scold', met: 'attend' },
  kiss: { does: 'hug', posture: 'kiss', met: 'kiss' },
  embrace: { does: 'hug', posture: 'hug', met: 'hug' },
  'hold-hands': { does: 'hug', posture: 'hold-hands', met: 'hold-hands' },
  'high-five': { does: 'give', posture: 'high-five', met: 'high-five' },
  'help-up': { does: 'handle', posture: 'help', met: 'sit-on-ground' },
  tickle: { does: 'handle', posture: 'help', met: 'sit-on-ground' },
  crown: { tool: 'crown', does: 'handle', posture: 'stir', met: 'kneel' },
  dub: { tool: 'sword', does: 'handle', posture: 'reach', met: 'kneel' },
  interview: { tool: 'microphone', does: 'look-at', posture: 'reach', met: 'attend' },
  salute: { does: 'look-at', posture: 'salute' },
  inject: { tool: 'syringe', home: 'hospital-ward', seat: 'chair' },
  massage: { home: 'room', seat: 'bed', met: 'lie' },
  'wash-hair': { tool: 'sponge', home: 'bathroom', seat: 'chair' },
  'tie-shoe': { does: 'handle', posture: 'tie-shoe' },
  'put-to-bed': { does: 'handle', seat: 'bed', met: 'sleep', home: 'bedroom' },
  piggyback: { does: 'hold' },
  'ballroom-dance': { does: 'dance', posture: 'waltz', met: 'waltz' },
  stretch: { does: 'stand', posture: 'stretch' },
  rear: { does: 'stand', posture: 'climb' },
  flee: { does: 'run' },
  stalk: { does: 'chase', posture: 'stalk', met: 'stand' },
  hatch: { does: 'stand' },
  pounce: { does: 'chase', posture: 'jump' },
  follow: { does: 'chase', posture: 'walk', met: 'walk' },
  'bottle-feed': { tool: 'baby-bottle', does: 'feed' },
  'sit-opposite': { does: 'sit', bench: 'hot-beverage', surface: 'table', seated: true },
  queue: { does: 'stand', posture: 'attend' },
  propose: { tool: 'ring', does: 'look-at', posture: 'kneel' },
  sell: { does: 'give', home: 'market' },
  braid: { home: 'room', seat: 'stool' },
  'cut-hair': { tool: 'scissors', home: 'shop', seat: 'chair' },
  'make-up': { tool: 'lipstick', does: 'hold', posture: 'to-mouth', home: 'bedroom' },
  listen: { tool: 'stethoscope', home: 'hospital-ward', surface: 'table' },
  shake: { does: 'give', posture: 'shake-hands', met: 'shake-hands' },
  'pillow-fight': { tool: 'pillow', does: 'fight', home: 'bedroom' },
  // Housework and handwork.
  'paint-wall': { tool: 'paint-roller', home: 'room', posture: 'stir' },
  'wash-dishes': { tool: 'sponge', gear: 'sink', home: 'kitchen' },
  bathe: { tool: 'sponge', home: 'bathroom', seat: 'bathtub' },
  forge: { tool: 'hammer', gear: 'anvil', home: 'forge', posture: 'hammer' },
  pottery: { gear: 'potters-wheel', home: 'workshop', surface: 'potters-wheel' },
  dine: { bench: 'fork-and-knife-with-plate', home: 'kitchen', does: 'eat', surface: 'table', seated: true },
  picnic: { ground: 'picnic-blanket', home: 'park', does: 'sit' },
  iron: { gear: 'ironing-board', home: 'room' },
  wrap: { surface: 'table', home: 'room' },
  pack: { surface: 'bed', home: 'bedroom' },
  light: { surface: 'table', home: 'room' },
  arrange: { surface: 'table', home: 'room' },
  'lay-table': { bench: 'fork-and-knife-with-plate', home: 'room' },
  weave: { surface: 'table', home: 'workshop' },
  cry: { does: 'stand', posture: 'cry' },
  laugh: { does: 'stand', posture: 'laugh' },
  direct: { does: 'look-at', posture: 'point', home: 'street' },
  lean: { does: 'stand', posture: 'lean' },
  'video-game': { tool: 'video-game', gear: 'television', home: 'room' },
  'hang-laundry': { gear: 'clothesline', home: 'garden', posture: 'stir' },
  grill: { tool: 'spatula', gear: 'grill', home: 'garden' },
  extinguish: { breath: 'hose-jet', does: 'breathe', home: 'street' },
  'draw-on-ground': { tool: 'crayon', home: 'street', posture: 'kneel' },
  'paint-nails': { tool: 'nail-polish', does: 'hold', home: 'bedroom' },
  crouch: { does: 'kneel', posture: 'crouch' },
  drill: { tool: 'power-drill', gear: 'stone-wall', home: 'workshop' },
  weld: { tool: 'welding-torch', bench: 'metal-pipe', home: 'workshop', surface: 'table' },
  nail: { tool: 'hammer', bench: 'nailed-plank', home: 'workshop', surface: 'table', posture: 'hammer' },
  'count-money': { bench: 'banknotes', home: 'office', surface: 'table' },
  pay: { tool: 'credit-card', gear: 'cash-register', home: 'shop', does: 'hold' },
  vote: { tool: 'envelope', gear: 'ballot-box-with-ballot', home: 'room' },
  'put-on': { does: 'stand', posture: 'adjust' },
  'put-on-shoes': { does: 'kneel', posture: 'tie-shoe' },
  inflate: { breath: 'balloon', does: 'breathe' },
  switch: { surface: 'table', home: 'room' },
  squeeze: { surface: 'table', home: 'kitchen' },
  roast: { tool: 'marshmallow-stick', gear: 'campfire', home: 'forest', posture: 'crouch' },
  smell: { does: 'hold', posture: 'to-mouth' },
  hula: { tool: 'hula-hoop', does: 'hold', posture: 'dance' },
  'swing-bat': { tool: 'baseball-bat', does: 'hold', posture: 'hammer' },
  raise: { does: 'hold', posture: 'lift' },
  refuel: { gear: 'fuel-pump', home: 'street' },
  'pump-up': { tool: 'bicycle-pump', posture: 'reach' },
  'clean-window': { tool: 'squeegee', gear: 'window-pane', home: 'room', posture: 'stir' },
  dust: { tool: 'feather-duster', home: 'room' },
  'pull-lever': { gear: 'lever', home: 'cockpit' },
  operate: { tool: 'scissors', surface: 'table', home: 'hospital-ward', seat: 'bed', met: 'lie' },
  curl: { tool: 'dumbbell', home: 'gym', does: 'hold' },
}

/** Work that is done on the ground outside, and at no table. */
export const OUTDOOR_CRAFTS = /^(harvest|plant|rake|milk)$/

/** What is known of a craft; nothing for a name that is none. */
export const craftOf = (name: string | undefined): Craft | undefined =>
  name !== undefined && Object.hasOwn(CRAFTS, name) ? CRAFTS[name] : undefined

import type { Verb } from './deeds.ts'

/**
 * What work is known by: what one has in the hand, what stands on the table or on the ground before one, the place where
 * it is done as long as no other is said, the vehicle that it takes, what comes out of a mouth by it, and how it is done
 * where that is no reaching for something. The words for each are in `words/grammar/crafts.txt`.
 */
export type Craft = {
  tool?: string
  bench?: string
  gear?: string
  home?: string
  vehicle?: string
  breath?: string
  does?: Verb
}

const CRAFTS: Readonly<Record<string, Craft>> = {
  knit: { tool: 'knitting', home: 'room' },
  sew: { bench: 'sewing-machine', home: 'workshop' },
  mend: { tool: 'sewing-needle' },
  saw: { tool: 'carpentry-saw', home: 'workshop' },
  'chop-wood': { tool: 'axe', gear: 'tree-stump' },
  carve: { tool: 'kitchen-knife' },
  sculpt: { tool: 'hammer', home: 'art-studio' },
  stir: { tool: 'ladle', bench: 'pot-of-food', home: 'kitchen' },
  fry: { tool: 'spatula', home: 'kitchen' },
  knead: { tool: 'rolling-pin', bench: 'dough', home: 'kitchen' },
  chop: { tool: 'kitchen-knife', home: 'kitchen' },
  whisk: { tool: 'whisk', bench: 'bowl-with-spoon', home: 'kitchen' },
  write: { tool: 'fountain-pen' },
  draw: { tool: 'pencil' },
  type: { bench: 'laptop', home: 'office' },
  repair: { tool: 'wrench', home: 'workshop' },
  measure: { tool: 'straight-ruler', home: 'workshop' },
  harvest: { tool: 'basket' },
  plant: { home: 'garden' },
  rake: { tool: 'rake', home: 'garden' },
  sweep: { tool: 'broom' },
  wash: { tool: 'sponge' },
  polish: { tool: 'towel' },
  milk: { tool: 'bucket', home: 'farm' },
  trim: { tool: 'scissors' },
  comb: { tool: 'comb', home: 'room' },
  'brush-teeth': { tool: 'toothbrush', home: 'bathroom' },
  conduct: { tool: 'magic-wand', home: 'stage' },
  photograph: { tool: 'camera', does: 'look-at' },
  phone: { tool: 'mobile-phone', does: 'hold' },
  examine: { tool: 'magnifying-glass-tilted-right', does: 'look-at' },
  experiment: { tool: 'test-tube', home: 'laboratory' },
  serve: { tool: 'plate', home: 'restaurant', does: 'hold' },
  pour: { home: 'kitchen', does: 'hold' },
  open: { does: 'handle' },
  hit: { does: 'play' },
  mow: { gear: 'lawn-mower', home: 'garden', does: 'push' },
  vacuum: { gear: 'vacuum-cleaner', home: 'room', does: 'push' },
  'blow-out': { home: 'room', does: 'look-at' },
  steal: { does: 'take' },
  rescue: { does: 'take' },
  buy: { home: 'market', does: 'handle' },
  treat: { tool: 'adhesive-bandage', home: 'hospital-ward' },
  dunk: { tool: 'basketball', gear: 'basketball-hoop', home: 'gym', does: 'jump' },
  'try-on': { home: 'shop', does: 'look-at' },
  shave: { tool: 'razor', home: 'shop' },
  shop: { tool: 'shopping-bags', does: 'walk' },
  row: { tool: 'oar', vehicle: 'rowing-boat', does: 'ride' },
  sail: { vehicle: 'sailboat', does: 'ride' },
  pilot: { vehicle: 'small-airplane', does: 'ride' },
  steer: { does: 'ride' },
  'breathe-fire': { breath: 'fire-breath', does: 'breathe' },
  'spray-water': { breath: 'water-jet', does: 'breathe' },
  'blow-bubbles': { breath: 'bubble-trail', does: 'breathe' },
  'blow-smoke': { breath: 'smoke-puff', does: 'breathe' },
  lift: { tool: 'dumbbell', home: 'gym', does: 'hold' },
}

/** Work that is done on the ground outside, and at no table. */
export const OUTDOOR_CRAFTS = /^(harvest|plant|rake|milk)$/

/** What is known of a craft; nothing for a name that is none. */
export const craftOf = (name: string | undefined): Craft | undefined =>
  name !== undefined && Object.hasOwn(CRAFTS, name) ? CRAFTS[name] : undefined

import type { Subject } from '../brief.ts'
import type { Grip } from '../scene/rig/held.ts'
import { metresOf } from './real-sizes.ts'

const UPRIGHT =
  /^(sword|dagger|broom|fishing-pole|bow-and-arrow|hammer|axe|pick|wrench|screwdriver|paintbrush|pen|pencil|fountain-pen|crayon|candle|flashlight|torch|magic-wand|rose|tulip|sunflower|blossom|hibiscus|flag|ice-cream|soft-ice-cream|lollipop|banana|wine-glass|hot-beverage|glass-of-milk|tumbler-glass|beer-mug|cup-with-straw|microphone|key|old-key|telephone|mobile-phone|spoon|kitchen-knife|red-apple|green-apple|carrot|bread|cookie|doughnut|pizza|hamburger|sandwich|ring|gem-stone|magnifying-glass-.*|test-tube|syringe|trident-emblem|water-pistol|hatchet|rake|hoe|pitchfork|butterfly-net|oar|white-cane|bamboo-stalk|spatula|whisk|rolling-pin|ladle|wooden-spoon|straight-ruler|comb|toothbrush|sewing-needle|sponge|torch|watering-can|razor|fork|pouring-.*|paint-roller|tape-measure|stethoscope|lipstick|tennis|badminton|ping-pong|field-hockey|ice-hockey|lacrosse|cricket-game|spear|wizard-staff|war-hammer|battle-axe|baseball-bat|golf-club|mop|scythe|sickle|candlestick|candelabra|hand-sparkler|candy-cane|pinwheel|hair-dryer|power-drill|whistle|slingshot|pliers|frying-pan|.*-bottle|soda-can|shepherds-crook|longbow|trident|mace|flail|halberd|crossbow|katana|laser-sword|rifle|revolver|ray-gun|whip|scepter|welding-torch|squeegee|feather-duster|chisel|grooming-brush|bicycle-pump|marshmallow-stick|plunger|credit-card|envelope|sealed-letter|love-letter|adhesive-bandage)$/
const HANGING =
  /^(jug|briefcase|handbag|shopping-bags|bucket|basket|lantern|red-paper-lantern|purse|clutch-bag|luggage|backpack)$/
// At the chin, at the mouth, or standing before who plays it.
const PLAYED: Readonly<Record<string, Grip>> = {
  violin: 'chin',
  flute: 'mouth',
  trumpet: 'mouth',
  saxophone: 'mouth',
  clarinet: 'mouth',
  trombone: 'mouth',
  harmonica: 'mouth',
  cello: 'floor',
}
const LONG = /^(ladder|surfboard|carpentry-saw|scissors|shovel)$/

// Who flies them stands on the ground.
export const FLOWN = /^(paper-plane|drone)$/

const POTTED = /^(orchid|geranium|.*bouquet|flower-wreath|bamboo-stalk)$/

// A glass, a flower or a cone is held by one hand, whichever it is.
const isByItsStem = ({ art, kind }: Subject) =>
  kind === 'drink' ||
  (kind === 'plant-flower' && !POTTED.test(art)) ||
  /^(scoop-cone|popsicle|candy-cane|cotton-candy|churros|stuffed-pita|leaf|oak-leaf|clover-leaf)$/.test(art)

// A toy lorry and a map lie in both hands.
const liesInHands = (thing: Subject) => thing.art === 'world-map' || (thing.scale === 'tiny' && metresOf(thing) <= 0.62)

// Held as nothing else is.
const OWN_WAY: Readonly<Record<string, Grip>> = {
  kite: 'kite',
  umbrella: 'above',
  'umbrella-with-rain-drops': 'above',
  parachute: 'above',
  balloon: 'string',
  barbell: 'overhead',
  'hula-hoop': 'waist',
}

/** How something is held; nothing for what no hand holds. */
export function gripOf(thing: Subject): Grip | undefined {
  const own = Object.hasOwn(OWN_WAY, thing.art) ? OWN_WAY[thing.art] : PLAYED[thing.art]
  if (own) return own
  if (FLOWN.test(thing.art)) return 'aloft'
  if (HANGING.test(thing.art)) return 'hanging'
  if (LONG.test(thing.art) || UPRIGHT.test(thing.art) || isByItsStem(thing)) return 'hand'
  if (liesInHands(thing)) return 'both'
  if (/^(place|transport|sky|plant-other)/.test(thing.kind)) return undefined
  return isForBothArms(thing) ? 'both' : undefined
}

const STANDING_INSTRUMENTS =
  /^(piano|harp|drum|drum-kit|zither|musical-keyboard|stage-keyboard|pipe-organ|jukebox|xylophone|tabla-drums|gong)$/

// A dog is carried in both arms.
function isForBothArms(thing: Subject): boolean {
  if (thing.kind.startsWith('animal-mammal')) return metresOf(thing) <= 1.25
  return metresOf(thing) <= 0.62 || (thing.kind.startsWith('musical') && !STANDING_INSTRUMENTS.test(thing.art))
}

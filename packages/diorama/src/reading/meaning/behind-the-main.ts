import { archetypeOfPlace, hasFeature } from '../../places.ts'
import { metresOf } from '../../staging/real-sizes.ts'
import type { Marked } from '../find-marks.ts'
import type { Sense } from '../senses.ts'
import { isLiving } from '../things.ts'
import { isFarAway } from './far-away.ts'
import type { NamedThing } from './named-thing.ts'

type Reading = Pick<Marked, 'language' | 'tokens'> & { senses: readonly Sense[]; things: readonly NamedThing[] }

// Fewer phrases than this are a sentence with commas.
const LIST = 4
const SCENERY = /^(place|plant-other|transport)/
// What is no taller than somebody stands among them.
const TALL = 2.2
// Near whoever is there by what they are: one stands at a stall, a stop or a well, and a fire is sat about.
const AT_HAND =
  /^(bus-stop|market-stall|campfire|bench|well|motorcycle|bicycle|motor-scooter|sled|horse.*|phone-booth)$/
const NEARBY = /(^| )(in front|in the foreground|next to|beside|close to|nearby|foreground) /

const isTall = ({ art, kind, sense }: NamedThing) =>
  metresOf({ art, kind, label: '', count: 1, scale: 'normal' }) >= TALL || (art === 'street-lamp' && sense.plural)

const isScenery = (thing: NamedThing) =>
  (SCENERY.test(thing.kind) || thing.art === 'street-lamp') &&
  !thing.art.startsWith('globe') &&
  !isLiving(thing) &&
  !AT_HAND.test(thing.art) &&
  isTall(thing)

const isAloft = ({ kind }: NamedThing) => kind === 'transport-air'

function textOf({ tokens }: Reading, clause: number): string {
  const words = tokens.filter((token) => token.clause === clause).map(({ text }) => `${text} `)
  return words.join('')
}

// Gulls over a lighthouse are not whom the picture is about.
const isSmallFry = ({ kind }: NamedThing) => /^animal-(bird|bug|marine|amphibian)/.test(kind)

const isWet = ({ kind, value }: Sense) =>
  kind === 'place' && (archetypeOfPlace(value) === 'sea' || hasFeature({ places: [value] }, 'water'))

// "Standing on a longship": whoever was named before is there.
const isDoneThere = ({ senses }: Reading, clause: number) =>
  senses.some(({ kind, clause: own }) => own === clause && /^(verb|craft|activity)$/.test(kind))

const isTree = ({ art }: NamedThing) => art.endsWith('tree')

// One big tree, and nothing else behind: whoever is there is under it.
const isOnlyTree = (thing: NamedThing, scenery: readonly NamedThing[]) =>
  isTree(thing) && !thing.sense.plural && scenery.length === 1

const isList = ({ language, tokens }: Reading) => language === 'en' && (tokens.at(-1)?.clause ?? 0) >= LIST - 1

// A phrase of its own, with nobody in it and nobody at it; a boat is far away on water, and nowhere else.
function standsApart(reading: Reading, { sense: { clause }, kind }: NamedThing): boolean {
  const here = reading.things.filter(({ sense }) => sense.clause === clause)
  if (here.some(isLiving) || isDoneThere(reading, clause) || NEARBY.test(textOf(reading, clause))) return false
  // What is on it or in it would be far away too.
  const bears = here.length > 1 && reading.senses.some((sense) => sense.kind === 'rel' && sense.clause === clause)
  if (bears && !here.every(isScenery)) return false
  return kind !== 'transport-water' || reading.senses.some(isWet)
}

/**
 * Whether a thing of a list is what the main one is seen before: "a girl with a lantern, …, castle, trees". A phrase of its
 * own, somebody in another one, and taller than people are. In a row with the castle the girl would be a dot.
 */
export function isBehindTheMain(reading: Reading, thing: NamedThing): boolean {
  const { things } = reading
  const { clause } = thing.sense
  if (!isList(reading) || clause === 0 || !isScenery(thing) || isAloft(thing)) return false
  const isMain = (other: NamedThing) =>
    isLiving(other) && (other === things[0] || !isSmallFry(other)) && !isFarAway(reading, other)
  const somebody = things.some((other) => isMain(other) && other.sense.clause !== clause)
  return somebody && standsApart(reading, thing) && !isOnlyTree(thing, things.filter(isScenery))
}

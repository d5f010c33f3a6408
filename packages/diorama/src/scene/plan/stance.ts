import { traitsOf, type Format } from '../../archetype-traits.ts'
import type { Brief, Subject } from '../../brief.ts'
import { hasFeature } from '../../places.ts'
import type { Contact } from './contact.ts'

const FLYERS =
  /^(airplane|airship|airliner|small-airplane|airplane-departure|airplane-arrival|helicopter|rocket|flying-saucer|hot-air-balloon|balloon|parachute|kite|satellite|butterfly|moth|wasp|bumblebee|firefly|hummingbird|pterodactyl|honeybee|bat|dove|eagle|falcon|fairy|comet|cloud|rainbow|star|shooting-star|glowing-star|sparkles|wind-chime|ghost|superhero|biplane|seaplane|drone|fighter-jet|space-shuttle|sky-lantern|hang-glider|paraglider|spaceship|space-station|chinese-dragon)/
const IN_THE_SKY =
  /moon|^sun|star|cloud|rainbow|comet|tornado|cyclone|high-voltage|milky|planet|^fog|wind-face|snowflake/
const SWIMMERS = /^animal-marine/
const BOATS = /^(sailboat|paper-boat|ship|passenger-ship|ferry|canoe|speedboat|motor-boat|anchor|ring-buoy)/
const AFLOAT =
  /^(lily-pad|duck|swan|goose|person-(swimming|surfing|rowing)|man-(swimming|surfing|rowing)|woman-(swimming|surfing|rowing))/
const SEABED =
  /^(crab|hermit-crab|sea-urchin|scallop-shell|axolotl|lobster|coral|spiral-shell|shell|anchor|treasure|chest)/

function inWater(subject: Subject): boolean {
  if (SEABED.test(subject.art)) return false
  return (
    SWIMMERS.test(subject.kind) ||
    subject.kind === 'transport-water' ||
    BOATS.test(subject.art) ||
    AFLOAT.test(subject.art)
  )
}

// On the ground of the sea lies all that neither swims nor dives.
function sinks({ art, kind }: Subject): boolean {
  if (SEABED.test(art)) return true
  return (
    !/^(animal|person|sky|face|emotion|transport-air)/.test(kind) && !/submarine|bubbles|diving-mask|balloon/.test(art)
  )
}

// Several small birds out of doors are on the wing; one alone stands on the ground.
function flocks(subject: Subject): boolean {
  return (
    subject.count > 1 &&
    !subject.activity &&
    /^(bird|black-bird|dove|eagle|falcon|parrot|seagull|swallow)$/.test(subject.art)
  )
}

// Drawn as part of the sky, where it belongs, and not as a thing among things.
const ALWAYS_SKY =
  /^(rainbow|fireworks|sparkler|sunrise|sunrise-over-mountains|sunset|cityscape|cityscape-at-dusk|night-with-stars|foggy|milky-way)$/
const SKY_BESIDE_OTHERS =
  /^(sun|sun-with-face|full-moon|full-moon-face|crescent-moon|new-moon|.*-moon|.*-moon-face|milky-way|night-with-stars)$/

/** Whether a subject is nowhere but in the sky. */
export const isAlwaysSky = ({ art }: Subject): boolean => ALWAYS_SKY.test(art)

/** Whether a subject is shown by the sky itself: a rainbow, or the sun and moon where there is something else to see. */
export function isBackdrop(subject: Subject, brief: Brief): boolean {
  if (ALWAYS_SKY.test(subject.art)) return true
  const others = brief.subjects.some((other) => !SKY_BESIDE_OTHERS.test(other.art) && !ALWAYS_SKY.test(other.art))
  return others && SKY_BESIDE_OTHERS.test(subject.art) && !traitsOf(brief.archetype).where.isInSpace
}

function wetIn(subject: Subject, brief: Brief): boolean {
  const swims = inWater(subject) || subject.activity === 'swim' || subject.activity === 'sail'
  return swims && (traitsOf(brief.archetype).where.water === 'surface' || hasFeature(brief, 'water'))
}

/** What hangs from a ceiling, where there is one. */
export const HANGS =
  /^(red-paper-lantern|chandelier|pendant-lamp|fairy-lights|bunting|flower-garland|wind-chime|mirror-ball|dreamcatcher|mistletoe)$/

// No balloon lies on a floor, under a ceiling either; over another world the earth is a thing in the sky.
const floatsThere = ({ art }: Subject, isInSpace: boolean) =>
  art === 'balloon' || (isInSpace && art.startsWith('globe'))

const underRoof = ({ art }: Subject, { archetype }: Brief): Contact =>
  HANGS.test(art) && archetype === 'room' ? 'air' : 'ground'

/** What a subject touches in this scene. */
export function contactOf(subject: Subject, brief: Brief, format: Format): Contact {
  const { isIndoors, isInSpace, water } = traitsOf(brief.archetype).where
  if (format.standOn === 'edge') return 'edge'
  if (water === 'all') return sinks(subject) ? 'ground' : 'air'
  if (subject.activity === 'fly' || (subject.activity === 'float' && !inWater(subject))) return 'air'
  if (floatsThere(subject, isInSpace)) return 'air'
  if (isIndoors) return underRoof(subject, brief)
  if (FLYERS.test(subject.art) || flocks(subject) || (subject.kind.startsWith('sky') && IN_THE_SKY.test(subject.art)))
    return 'air'
  return wetIn(subject, brief) ? 'water' : format.standOn
}

/** Whether a subject may be mirrored to look into the picture: nothing with letters on it. */
export function mayFlip(subject: Subject): boolean {
  return /^(animal|person|transport|cat-face|monkey-face)/.test(subject.kind)
}

// Drawn facing right, unlike nearly all others.
const FACES_RIGHT = /^(airplane|rocket|small-airplane|comet|sauropod|seal)/

/** Whether a drawing looks to the right as it is. */
export function facesRight(art: string): boolean {
  return FACES_RIGHT.test(art)
}

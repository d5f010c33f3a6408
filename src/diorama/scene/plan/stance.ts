import type { Brief, Subject } from '../../brief.ts'
import type { Format } from './format.ts'
import type { Contact } from './scene-plan.ts'

const FLYERS =
  /^(airplane|small-airplane|airplane-departure|airplane-arrival|helicopter|rocket|flying-saucer|hot-air-balloon|balloon|parachute|kite|satellite|butterfly|honeybee|bat|dove|eagle|fairy|comet|cloud|rainbow|star|shooting-star|glowing-star|sparkles|wind-chime|ghost|superhero)/
const SKY_KIND = /^sky/
const SWIMMERS = /^animal-marine/
const BOATS = /^(sailboat|ship|passenger-ship|ferry|canoe|speedboat|motor-boat|anchor|ring-buoy)/
const AFLOAT =
  /^(duck|swan|goose|person-(swimming|surfing|rowing)|man-(swimming|surfing|rowing)|woman-(swimming|surfing|rowing))/
const SEABED = /^(crab|lobster|coral|spiral-shell|shell|anchor|treasure|chest)/

function inWater(subject: Subject): boolean {
  if (SEABED.test(subject.art)) return false
  return SWIMMERS.test(subject.kind) || BOATS.test(subject.art) || AFLOAT.test(subject.art)
}

const WATERS = /lake|river|pond|canal|harbou?r|bay|wetland|swamp|waterfall/

/** Whether the brief's places hold water that something can float on. */
export function hasWater(brief: Brief): boolean {
  return brief.places.some((place) => WATERS.test(place))
}

function wetIn(subject: Subject, brief: Brief): boolean {
  const swims = inWater(subject) || subject.activity === 'swim' || subject.activity === 'sail'
  return swims && (brief.archetype === 'sea' || hasWater(brief))
}

const INSIDE = new Set(['tabletop', 'desk', 'room', 'stage'])

/** What a subject touches in this scene. */
export function contactOf(subject: Subject, brief: Brief, format: Format): Contact {
  if (format.contact === 'edge') return 'edge'
  if (brief.archetype === 'underwater') return SEABED.test(subject.art) ? 'ground' : 'air'
  if (subject.activity === 'fly' || (subject.activity === 'float' && !inWater(subject))) return 'air'
  if (INSIDE.has(brief.archetype)) return 'ground'
  if (FLYERS.test(subject.art) || SKY_KIND.test(subject.kind)) return 'air'
  return wetIn(subject, brief) ? 'water' : format.contact
}

/** Whether a subject may be mirrored to look into the picture: nothing with letters on it. */
export function mayFlip(subject: Subject): boolean {
  return /^(animal|person|transport|cat-face|monkey-face)/.test(subject.kind)
}

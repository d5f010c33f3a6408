import { drawingOf } from '../art.ts'
import type { Sense } from './senses.ts'

/** A subject on its way: where it stands in the prompt and what drawing stands for it. */
export type Thing = { sense: Sense; art: string; kind: string; label: string; scenery: boolean }

const LIVING = /^(animal|person|family)/
const ANIMATED = new Set(['robot', 'alien', 'ghost', 'ogre', 'clown-face', 'snowman', 'teddy-bear', 'skull'])
const FILLS_A_VESSEL = /^(food|drink|plant|animal-marine)/
const WORN = /^(clothing|body-parts)/
const MOST_THINGS = 5

/** Whether a thing acts by itself: an animal, a person, or what is drawn as one. */
export function isLiving(thing: { art: string; kind: string }): boolean {
  return (LIVING.test(thing.kind) && thing.art !== 'paw-prints') || ANIMATED.has(thing.art)
}

function thingOf(sense: Sense, art: string, scenery = false): Thing | undefined {
  const drawing = drawingOf(art)
  return drawing && { sense, art: drawing.id, kind: drawing.kind, label: drawing.label, scenery }
}

// A woman astronaut is one person, not two.
function asOnePerson(first: Thing, second: Thing): Thing | undefined {
  const gender = /^(woman|girl|old-woman)$/.test(first.art)
    ? 'woman'
    : /^(man|boy)$/.test(first.art)
      ? 'man'
      : undefined
  if (!gender || !/^person-(role|fantasy)/.test(second.kind)) return undefined
  const both = drawingOf(`${gender}-${second.art}`)
  return { ...second, ...(both && { art: both.id, label: both.label }) }
}

// In a row of nouns the last is the thing: an apple pie is a pie. Two living things next to each other are both meant.
function mergeNeighbours(things: Thing[]): Thing[] {
  const merged: Thing[] = []
  for (const thing of things) {
    const last = merged.at(-1)
    const touching = last && last.sense.end === thing.sense.at && last.sense.clause === thing.sense.clause
    const person = touching ? asOnePerson(last, thing) : undefined
    if (person) merged.splice(-1, 1, person)
    else if (touching && last.sense.strength === 3 && !isLiving(last) && thing.art !== last.art)
      merged.splice(-1, 1, thing)
    else merged.push(thing)
  }
  return merged
}

function isContained(vessel: Sense, things: Thing[]): boolean {
  return things.some(({ sense, kind }) => {
    const after = sense.at >= vessel.end && sense.at - vessel.end <= 4 && sense.clause === vessel.clause
    const before = sense.end === vessel.at
    return FILLS_A_VESSEL.test(kind) && (after || before)
  })
}

function isDetail(thing: Thing, things: Thing[], senses: Sense[]): boolean {
  if (!WORN.test(thing.kind)) return false
  const wearer = things.find((other) => other !== thing && isLiving(other))
  if (!wearer) return false
  const between = senses.filter((sense) => sense.at >= wearer.sense.end && sense.end <= thing.sense.at)
  const near = Math.abs(thing.sense.at - wearer.sense.end) <= 7
  return near && between.every((sense) => sense.kind !== 'place') && thing.sense.clause - wearer.sense.clause <= 1
}

function family(sense: Sense): Thing[] {
  return ['woman', 'man', 'child'].flatMap((art) => thingOf(sense, art) ?? [])
}

/** The things that a prompt asks for, in the order of the prompt; associations only where there is nothing better. */
export function findThings(senses: Sense[]): Thing[] {
  const arts = senses.flatMap((sense) => {
    if (sense.kind === 'art' && sense.value === 'family-group') return family(sense)
    return sense.kind === 'art' ? (thingOf(sense, sense.value) ?? []) : []
  })
  const strong = arts.filter(({ sense }) => sense.strength > 1)
  const vessels = senses.flatMap((sense) =>
    sense.kind === 'vessel' && !isContained(sense, strong) ? (thingOf(sense, sense.value) ?? []) : [],
  )
  const ordered = mergeNeighbours([...strong, ...vessels].sort((a, b) => a.sense.at - b.sense.at))
  const meant = ordered.filter((thing) => !isDetail(thing, ordered, senses))
  const unique = meant.filter((thing, at) => meant.findIndex((other) => other.art === thing.art) === at)
  if (unique.length > 0) return unique.slice(0, MOST_THINGS)
  return arts.slice(0, 1)
}

// What to show of a place when a prompt names nothing else: an accent that belongs there.
const ACCENTS: Record<string, string> = {
  mountains: 'snow-capped-mountain',
  forest: 'evergreen-tree',
  city: 'skyscraper',
  desert: 'cactus',
  beach: 'palm-tree',
  space: 'ringed-planet',
  sky: 'cloud',
  garden: 'blossom',
  meadow: 'blossom',
  sea: 'water-wave',
}

/** What stands in where no thing is named: sun, moon, an idea's symbol, or an accent of the place. */
export function standIns(senses: Sense[]): Thing[] {
  const first = (kind: string) => senses.find((sense) => sense.kind === kind)
  const place = first('place')
  const sky = first('sky')
  const idea = place ? undefined : first('idea')
  const accent = place && Object.hasOwn(ACCENTS, place.value) ? ACCENTS[place.value] : undefined
  if (sky && sky.value !== 'aurora' && (!place || place.value === 'sky' || place.value === 'space')) {
    return [thingOf(sky, sky.value)].filter((thing) => thing !== undefined)
  }
  if (idea) return [thingOf(idea, idea.value)].filter((thing) => thing !== undefined)
  if (place && accent) return [thingOf(place, accent, true)].filter((thing) => thing !== undefined)
  return []
}

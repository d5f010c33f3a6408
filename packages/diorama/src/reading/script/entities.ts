import { drawingOf } from '../../art.ts'
import { isContainer } from '../../staging/containers.ts'
import { isLiving, type Thing } from '../things.ts'
import type { Sense } from '../senses.ts'

function thingOf(sense: Sense, art: string): Thing[] {
  const drawing = drawingOf(art)
  return drawing ? [{ sense, art: drawing.id, kind: drawing.kind, label: drawing.label, scenery: false }] : []
}

const at = (sense: Sense) => (other: Sense) => other.at < sense.end && sense.at < other.end

// A couple is two people, wherever they do something.
function asTwo(thing: Thing): Thing[] {
  if (!/^couple-with-heart|^kiss$|^people-holding-hands|^woman-and-man-holding/.test(thing.art)) return [thing]
  const pair = ['woman', 'man'].flatMap((art) => thingOf({ ...thing.sense, plural: false }, art))
  return pair.length === 2 ? pair : [thing]
}

// The word that names a roof or a shelf says more exactly what is meant than the drawing that stood in for it until now.
function asSupport(thing: Thing, senses: readonly Sense[]): Thing {
  const named = senses.find((sense) => sense.kind === 'support' && at(thing.sense)(sense))
  const [support] = named ? thingOf(thing.sense, named.value) : []
  return support ?? thing
}

const YOUNG = /ling|kitten|pupp|cub|foal|calf|chick|lamb|baby|bab(y|ies)|joey|child|son$|daughter/

// A duck and her ducklings are one drawing and two things.
function again(senses: readonly Sense[], things: readonly Thing[]): Thing[] {
  return senses.flatMap((sense) => {
    const same = things.find((thing) => thing.art === sense.value)
    const apart = same && same.sense.text !== sense.text && YOUNG.test(sense.text)
    return sense.kind === 'art' && apart ? thingOf(sense, sense.value) : []
  })
}

function propOf(sense: Sense, before: Sense | undefined): Thing[] {
  if (sense.kind === 'vessel' || sense.kind === 'support') return thingOf(sense, sense.value)
  if (sense.kind !== 'art' || sense.strength < 2) return []
  if (sense.value === 'table') return thingOf(sense, 'table')
  // A boot that somebody is in is no boot that they wear.
  const inside = before?.kind === 'rel' && before.value === 'in'
  return inside && isContainer(sense.value) ? thingOf(sense, sense.value) : []
}

/** Everything that a prompt names and that can be drawn: its things, and what they are on, in and at, in its own order. */
export function entitiesOf(senses: readonly Sense[], things: readonly Thing[]): Thing[] {
  const named = [...things, ...again(senses, things)]
  const own = named.flatMap(asTwo).map((thing) => asSupport(thing, senses))
  const taken = (sense: Sense) => named.some((thing) => at(thing.sense)(sense))
  const spoken = senses.filter(({ kind }) => kind !== 'stop')
  const props = spoken.flatMap((sense, i) => (taken(sense) ? [] : propOf(sense, spoken[i - 1])))
  const first = props.filter((prop, i) => props.findIndex((other) => at(prop.sense)(other.sense)) === i)
  return [...own, ...first].sort((a, b) => a.sense.at - b.sense.at)
}

/** Whether an entity can do something by itself. */
export const acts = (thing: Thing): boolean => isLiving(thing)

/** Whether a word for an animal or a person means a young one. */
export const isYoung = (text: string): boolean => YOUNG.test(text)

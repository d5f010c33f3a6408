import type { Brief, Script, Subject } from '../../brief.ts'
import { INTERIORS } from '../../place-features.ts'
import { hasFeature } from '../../places.ts'
import { without } from '../script/left-out.ts'

// What may be out of doors: a cup that somebody looks at is in the room.
const OUTSIDE = /^(animal-(?!marine)|person|plant|transport|place|sky|event)/
const isOutside = (one: Subject | undefined) => one !== undefined && (OUTSIDE.test(one.kind) || one.art === 'snowman')

// Whom or what they look at, by a deed or by "at".
function seenIn({ entities, deeds, ties }: Script): Subject[] {
  const looked = deeds.flatMap(({ verb, patient }) => (/^look-(at|through)$/.test(verb) ? [patient ?? -1] : []))
  const at = ties.flatMap(({ kind, subject, other }) => (kind === 'at' && isOutside(entities[subject]) ? [other] : []))
  const isViewer = (entity: number) =>
    entity === 0 || deeds.some(({ verb, agents }) => verb.startsWith('look-') && agents.includes(entity))
  // A fish in its bowl is where that is.
  const isPlaced = (entity: number) => ties.some(({ kind, subject }) => subject === entity && /^(in|on)$/.test(kind))
  return [...new Set([...looked, ...at])].flatMap((entity) => {
    const one = entities[entity]
    return one && isOutside(one) && !isViewer(entity) && !isPlaced(entity) ? [one] : []
  })
}

// Rooms of a kind have windows of their own, or none.
const hasPlainWindow = (brief: Brief) =>
  brief.archetype === 'room' && !INTERIORS.some((room) => hasFeature(brief, room)) && !hasFeature(brief, 'bookshelves')

// A beast that only looks sits down to it, and is seen from behind as people are.
function seated(script: Script): Script {
  const sits = script.entities.flatMap(({ kind }, at) =>
    kind === 'animal-mammal' && script.deeds.every(({ verb, agents }) => verb === 'look-at' || !agents.includes(at))
      ? [at]
      : [],
  )
  return sits.length === 0 ? script : { ...script, deeds: [{ verb: 'sit', agents: sits }, ...script.deeds] }
}

/** "A cat watches birds through the window": the birds are outside, and not in the room. */
export function beyondTheGlass(brief: Brief): Brief {
  const { script } = brief
  if (!brief.atWindow || !script || !hasPlainWindow(brief)) return brief
  const beyond = seenIn(script)
  if (beyond.length === 0 || beyond.length === script.entities.length) return brief
  const isBeyond = ({ art }: Subject) => beyond.some((one) => one.art === art)
  const subjects = brief.subjects.filter((one) => !isBeyond(one))
  if (subjects.length === 0) return brief
  const inside = without(script, (one) => beyond.includes(one))
  const deeds = inside.deeds.filter(({ agents }) => agents.length > 0)
  return { ...brief, beyond, subjects, relations: [], script: seated({ ...inside, deeds }) }
}

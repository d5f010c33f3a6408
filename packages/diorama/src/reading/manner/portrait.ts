import type { Brief, Script, Subject } from '../../brief.ts'
import type { Sense } from '../senses.ts'
import { isLiving } from '../things.ts'

/** What a prompt says of a portrait: whether it is one, whether before a place, and where somebody is at work. */
export type Portrait = { sits: boolean; inPlace: boolean; atWork: string[] }

type Told = {
  senses: readonly Sense[]
  script: Script
  subjects: readonly Subject[]
  places: readonly string[]
  prompt: string
}

const NO_BACKDROP = /^(sky|studio|tabletop|desk|aurora|milky-way|somewhere)$/
// A potter "in her studio" is where potters work.
const AT_WORK = /\b(in|at) (her|his|their|a|an|the)( \w+)? (studio|workshop|atelier|shop)\b/i

const isCue = ({ kind, value }: Sense) => kind === 'cue' && /^(portrait|waist)$/.test(value)
// A figure to the waist leaves room for where it is; of a face there is nothing but the face.
const isToWaist = ({ kind, value }: Sense) => kind === 'cue' && value === 'waist'

// A tree or a town behind somebody is part of their portrait.
function hasPlace([first, ...others]: readonly Subject[], places: readonly string[]): boolean {
  if (!first || !isLiving(first)) return false
  return places.some((place) => !NO_BACKDROP.test(place)) || others.some(({ kind }) => kind.startsWith('place'))
}

// Of whoever is on a ship the ship is to be seen, and from near there would be none.
const isAboard = ({ entities }: Script) => entities.some(({ kind }, at) => at > 0 && kind === 'transport-water')

const isTold = ({ deeds, ties }: Script, at: number) =>
  ties.some(({ subject, other }) => subject === at || other === at) ||
  deeds.some(({ patient, recipient }) => patient === at || recipient === at)

/** Which things of a portrait have nothing to do with who sits for it: flowers at the side would be as large as the head. */
export function besideThePortrait(script: Script, { inPlace }: Portrait): Subject[] {
  if (!inPlace) return []
  return script.entities.filter(
    (one, at) => at > 0 && !isLiving(one) && !one.far && !one.kind.startsWith('place') && !isTold(script, at),
  )
}

/** Before a place that is named the camera comes near; without one there is a plain backdrop. */
export function readPortrait({ senses, script, subjects, places, prompt }: Told): Portrait {
  // Who paints a portrait is not in one.
  const sits = senses.some(isCue) && !script.deeds.some(({ verb }) => verb === 'paint') && !isAboard(script)
  if (!sits) return { sits, inPlace: false, atWork: [] }
  const home = senses.filter(({ kind }) => kind === 'home').map(({ value }) => value)
  const atWork = places.length === 0 && (AT_WORK.test(prompt) || senses.some(isToWaist)) ? home : []
  return { sits, inPlace: hasPlace(subjects, [...places, ...atWork]), atWork }
}

/** The framing of a portrait before its place: near, with the place out of focus. */
export function framedNear({ inPlace }: Portrait, { framing, studio }: Pick<Brief, 'framing' | 'studio'>) {
  return inPlace && !studio ? { framing: { soft: true, ...framing, shot: 'portrait' as const } } : {}
}

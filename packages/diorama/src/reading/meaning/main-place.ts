import { archetypeOfPlace } from '../../places.ts'
import type { Marked } from '../find-marks.ts'
import type { Sense } from '../senses.ts'

type Said = Pick<Marked, 'language' | 'tokens'>

// Fewer phrases than this are a sentence, whose places belong together.
const LIST = 4
// What hangs over or lies in any place, and land that may be beside anything.
const ANYWHERE =
  /^(sky|aurora|milky-way|somewhere|neon-street|large-windows|brick-walls|path|landscape|tabletop|desk|meadow|hills|valley|mountains)$/
// Scenes that leave no room for another one.
const WHOLE = /^(underwater|space|room|sea|theatre|desk|tabletop)$/

const isPlace = ({ kind, value }: Sense) =>
  kind === 'place' && !ANYWHERE.test(value) && archetypeOfPlace(value) !== undefined

/** The phrase of a list that says where the scene is: the first that names a place; nothing where the prompt is no list. */
export function mainPlace(senses: readonly Sense[], { language, tokens }: Said): Sense | undefined {
  if (language !== 'en' || (tokens.at(-1)?.clause ?? 0) < LIST - 1) return undefined
  return senses.find(isPlace)
}

const isRoom = (archetype: string | undefined) => archetype === 'room'

// The reef of an island seen from the air, the jetty of a lake: named after the place, in a scene of their own.
function isAnother(sense: Sense, main: Sense): boolean {
  const [own, theirs] = [archetypeOfPlace(sense.value), archetypeOfPlace(main.value)]
  if (!isPlace(sense) || sense.clause === main.clause || own === theirs) return false
  // What is named beside a room is seen from its window.
  return !isRoom(theirs) && WHOLE.test(own ?? '')
}

/** A list without the places that would make another scene of it than its first one does. */
export function inOnePlace(senses: readonly Sense[], said: Said): Sense[] {
  const main = mainPlace(senses, said)
  if (!main) return [...senses]
  return senses.map((sense) => (isAnother(sense, main) ? { ...sense, kind: 'stop', value: 'yes' } : sense))
}

/** Of the places of a prompt those that decide which scene it is: in a list, those of its first phrase that names one. */
export function decidingPlaces(places: readonly string[], senses: readonly Sense[], said: Said): string[] {
  const main = mainPlace(senses, said)
  if (!main || !places.includes(main.value)) return [...places]
  const others = senses.filter((sense) => isPlace(sense) && sense.clause !== main.clause).map(({ value }) => value)
  const here = senses.filter((sense) => isPlace(sense) && sense.clause === main.clause).map(({ value }) => value)
  return places.filter((place) => here.includes(place) || !others.includes(place))
}

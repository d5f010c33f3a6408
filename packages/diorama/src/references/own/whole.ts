import type { Brief, Subject } from '../../brief.ts'
import { isAlwaysSky } from '../../scene/plan/stance.ts'
import { dressed, named, removed, shownIn, whole, type Draft } from './draft.ts'
import type { Phrase } from './phrase.ts'
import { merged, type Reader } from './reading.ts'
import { isBeing, isPerson, nameOf } from './who-is-meant.ts'
import { speaksOf } from './wish-table.ts'

const mainOf = ({ now }: Draft): Subject | undefined => {
  const shown = shownIn(now)
  return shown.find(isPerson) ?? shown.find(isBeing) ?? shown[0]
}

// What stands behind everybody is the background itself.
function withoutBackdrop(draft: Draft): Draft {
  const [main] = draft.was.subjects
  const isBackdrop = (one: Subject) => /^(?:place-|plant-other)/.test(one.kind) && (!main || !named(main)(one))
  return shownIn(draft.now).some(isBackdrop) ? removed(draft, isBackdrop) : draft
}

/** Moves everybody to another place. */
export function place({ where }: Extract<Phrase, { what: 'place' }>, draft: Draft, read: Reader): Draft | undefined {
  // Who is in a boat is on the water, wherever that is.
  const main = shownIn(draft.now).find(({ kind }) => kind === 'transport-water') ?? mainOf(draft)
  const there = read(`${main ? nameOf(main) : 'a person'} in ${where}`)
  const alone = read(where)
  if (there.places.length === 0 && alone.places.length === 0 && !alone.studio) return undefined
  const { archetype, places, studio } = there.places.length > 0 ? there : alone
  return whole(withoutBackdrop(draft), { archetype, places, ...(studio && { studio }), ...lightOf(there, draft.was) })
}

const THERE = /^the \S+(?: \S+)?? (?:in|on|at|into|onto|inside|by) (?<where>.+)$/i

/** "Put the cook on the beach": where the beach is a place, and nothing to stand on, the whole picture is there. */
export function elsewhere(thing: string, draft: Draft, read: Reader): Draft | undefined {
  const where = THERE.exec(thing)?.groups?.where
  if (where === undefined) return undefined
  const there = read(where)
  const isBare = there.places.length > 0 && shownIn(there).every(({ scenery }) => scenery)
  return isBare ? place({ what: 'place', where }, draft, read) : undefined
}

/** Sets words in type over the picture, or on whatever of it carries words. */
export function write({ said }: Extract<Phrase, { what: 'write' }>, draft: Draft, read: Reader): Draft | undefined {
  const { lettering } = read(`${draft.was.prompt} with ${said}`)
  return lettering && whole(draft, { lettering })
}

// What is said of hour, season, weather and particles.
function lightOf(said: Brief, was: Pick<Brief, 'weather' | 'particles'>): Partial<Brief> {
  const { time, becomes, season, turnsTo, weather, particles } = said
  const hour = becomes ?? time
  const year = turnsTo ?? season ?? (weather.includes('snow') ? 'winter' : undefined)
  // Another season has other weather: no snow falls in summer.
  const thawed = year && year !== 'winter' ? was.weather.filter((kind) => kind !== 'snow') : undefined
  return {
    ...(hour && { time: hour }),
    ...(year && { season: year }),
    ...(thawed && { weather: thawed, particles: was.particles.filter((kind) => kind !== 'snow') }),
    ...(weather.length > 0 && { weather }),
    ...(particles.length > 0 && { particles: [...new Set([...was.particles, ...particles])] }),
  }
}

const speaksOfLeaves = speaksOf('leaves')
const isRusset = speaksOf('russet')
const turnsLeaves = (clause: string, { now }: Draft): boolean =>
  speaksOfLeaves(clause) && isRusset(clause) && !shownIn(now).some(({ art }) => /leaf|leaves/.test(art))

const isBlurred = speaksOf('blurred')
const turnsLampsOn = speaksOf('lamps-on')
const isFair = speaksOf('fair-weather')
const hasLitWindows = speaksOf('lit-windows')
const LAMPLIGHT = '#ffcf33'

// Behind the windows of a house somebody is at home.
function withLitWindows(clause: string, draft: Draft): Draft {
  const isHouse = ({ kind }: Subject) => kind === 'place-building'
  if (!hasLitWindows(clause)) return draft
  return dressed(draft, isHouse, (one) => merged(one, { parts: [{ part: 'windows', colour: LAMPLIGHT }] }))
}

/** Hour, season, weather, manner: what a sentence says of the picture as a whole. */
export function light(clause: string, draft: Draft, read: Reader): Draft | undefined {
  if (isBlurred(clause)) return whole(draft, { framing: { ...draft.was.framing, soft: true } })
  if (turnsLeaves(clause, draft)) return whole(draft, { season: 'autumn' })
  const said = read(clause)
  // Lamps that are turned on make a dark room bright; at a night that is asked for they are lit by themselves.
  if (turnsLampsOn(clause) && !said.time && !said.becomes) return whole(draft, { time: 'day', mood: 'cosy' })
  const { styled, style, mood, subjects } = said
  // Black and white, brighter, mirrored: that is done to the finished picture.
  if (!styled && said.edits.some((edit) => !/^(?:add|remove|replace)$/.test(edit))) return undefined
  // A rainbow and fireworks are shown by the sky, and stand nowhere.
  const shows = subjects.filter((one) => isAlwaysSky(one) && !draft.was.subjects.some(named(one)))
  const change: Partial<Brief> = {
    ...(isFair(clause) && { weather: [] }),
    ...lightOf(said, draft.was),
    ...(styled && { style, styled }),
  }
  if (mood && Object.keys(change).length === 0) change.mood = mood
  if (Object.keys(change).length + shows.length === 0) return undefined
  const { was, now } = withLitWindows(clause, whole(draft, change))
  return {
    was: { ...was, subjects: [...was.subjects, ...shows], ...withEntities(was, shows) },
    now: { ...now, subjects: [...now.subjects, ...shows], ...withEntities(now, shows) },
  }
}

const withEntities = ({ script }: Brief, more: readonly Subject[]): Partial<Brief> =>
  script ? { script: { ...script, entities: [...script.entities, ...more] } } : {}

import type { Deed } from '../../brief.ts'
import { isRaised } from '../../staging/raised-ground.ts'
import { isSupport, supportOf } from '../../staging/supports.ts'
import type { Sense } from '../senses.ts'
import { acts } from './entities.ts'
import { intoVessel, isOneMore } from './filling.ts'
import { isGiving, livesIn, PRONOUN, type State } from './state.ts'
import { isTagList } from './sentence.ts'
import { spotAfter, spotBetween } from './words.ts'

/** A noun: what a preposition or a verb has waited for, one more of a list, or somebody new. */
export function noun(state: State, entity: number, sense: Sense): void {
  for (const deed of state.early) state.deeds.push({ ...deed, agents: [entity] })
  state.early = []
  // Two people of one word, a couple, are one group.
  if (isSameWord(state, sense)) sameWord(state, entity)
  else if (state.audience && livesIn(state)(entity)) hears(state, entity, state.audience)
  else if (state.vessel !== undefined && !isOnSomebody(state)) intoVessel(state, entity, state.vessel)
  else if (state.waiting) asked(state, entity, sense)
  else if (state.filling && isOneMore(state, entity)) intoVessel(state, entity, state.filling)
  else if (state.joining) joined(state, entity, sense)
  else if (isOfSomebody(state, sense)) ofSomebody(state, entity)
  else if (!isObject(state, entity)) named(state, entity)
  if (!state.waiting) state.joining = false
}

const OF = /^(of|de|du|del|des|della|von|van|da|do|la|el|the|der|dem)$/

// "The father of the bride dances": he does.
function isOfSomebody(state: State, sense: Sense): boolean {
  const { before, sentence, group } = state
  if (before?.is !== 'noun' || group.length !== 1 || !livesIn(state)(before.entity)) return false
  const between = sentence.tokens.slice(before.sense.end, sense.at)
  const short = between.length > 0 && between.length <= 2 && before.sense.clause === sense.clause
  return (
    short &&
    between.every(({ text }) => OF.test(text)) &&
    /^(of|de|du|del|des|della|von|van|da|do)$/.test(between[0]?.text ?? '')
  )
}

const isSameWord = ({ before, group }: State, sense: Sense) =>
  before?.is === 'noun' && before.sense === sense && group.length > 0

// The seller of balloons has them in the hand.
function ofSomebody(state: State, entity: number): void {
  const [head = 0] = state.group
  if (livesIn(state)(entity)) state.ties.push({ kind: 'beside', subject: entity, other: head })
  else state.ties.push({ kind: 'with', subject: head, other: entity })
}

// "In a bathtub with a duck on its nose": the duck is not in the tub.
function isOnSomebody({ next, sentence }: State): boolean {
  if (next?.is !== 'relation') return false
  const { end } = next.sense
  return PRONOUN.test(sentence.tokens[end]?.text ?? '') && spotBetween(sentence, end, end + 2) !== undefined
}

// A family that is cooked for: whoever is named with the one who receives is at that one's side.
function sameWord(state: State, entity: number): void {
  const [first = -1] = state.group
  if (state.deeds.some(({ recipient, patient }) => recipient === first || patient === first))
    state.ties.push({ kind: 'beside', subject: first, other: entity })
  state.group = [...state.group, entity]
}

function hears(state: State, entity: number, deed: Deed): void {
  deed.recipient ??= entity
  state.audience = undefined
  state.open = undefined
  state.group = [entity]
}

// A phrase of a list of tags that says more of its noun speaks of that one alone.
const isOwnTag = ({ next, before, sentence }: State, clause: number) =>
  before?.sense.clause !== clause && next?.sense.clause === clause && next.is !== 'and' && isTagList(sentence)

// "A cat on a table and a dog under it", "a girl on a horse, a dog running": the table and the horse are no company of the
// dog, which has a place or a deed of its own. A cat and a dog on a sofa are one group, and so are the two one is between.
function startsAnew({ next, tied, deeds, before }: State, last: number, clause: number): boolean {
  const apart = before?.sense.clause !== clause
  if (next?.is !== 'relation' && next?.is !== 'verb' && !(apart && next?.is === 'place')) return false
  if (tied?.other === last) return tied.kind !== 'between' || next.is === 'verb' || apart
  return next.is === 'relation' && deeds.some(({ patient, recipient }) => patient === last || recipient === last)
}

// In a list of tags "with an umbrella, cherry blossoms" has but the umbrella, and "licking a spoon, copper pans" licks no pans.
function isApart(state: State, last: number, clause: number): boolean {
  if (isOwnTag(state, clause)) return true
  const told = state.tied?.other === last || state.deeds.some(({ patient }) => patient === last)
  return told && state.before?.sense.clause !== clause && isTagList(state.sentence)
}

// "Feeding a cat and a dog" feeds both, "beside a fox and an owl" is beside both; unless the second has its own verb.
function joined(state: State, entity: number, { clause }: Sense): void {
  const [last = -1] = state.group.slice(-1)
  const { tied } = state
  if (isApart(state, last, clause) || startsAnew(state, last, clause)) {
    state.group = [entity]
    return
  }
  state.group = [...state.group, entity]
  if (state.next?.is === 'verb') return
  if (tied && tied.other === last && /^(with|beside|between|around)$/.test(tied.kind)) {
    for (const subject of tied.subjects) state.ties.push({ kind: tied.kind, subject, other: entity })
    state.tied = { ...tied, other: entity }
    return
  }
  const deed = state.deeds.findLast(({ patient }) => patient === last)
  const lives = livesIn(state)
  if (deed && deed.verb !== 'ride' && lives(last) === lives(entity) && !deed.agents.includes(entity))
    state.deeds.push({ verb: deed.verb, agents: deed.agents, patient: entity })
}

// A seat for several, a boat, a hill.
function hasRoomForTwo(art: string, kind: string): boolean {
  const { seat, stretches } = supportOf(art, kind)
  if (kind === 'transport-water' || isRaised(art)) return true
  return seat === true && (stretches === true || /^(bed|sled|swing|hammock|rock)$/.test(art))
}

// "A man with a dog on a bench": both are on it.
function theirCompany({ tied, waiting, sentence }: State, entity: number): number[] {
  const { art = '', kind = '' } = sentence.entities[entity] ?? {}
  const shared = hasRoomForTwo(art, kind)
  const together = tied?.kind === 'with' && waiting !== undefined && waiting.subjects.includes(tied.other)
  if (!together) return []
  return /^(around|at)$/.test(waiting.kind) || (shared && /^(on|in)$/.test(waiting.kind)) ? tied.subjects : []
}

// Who is pushed on a swing is on it, and not who pushes.
function pushedThere({ deeds, sentence }: State, subjects: readonly number[]): number | undefined {
  const { patient } =
    deeds.findLast(({ verb, agents }) => /^(push|pull)$/.test(verb) && subjects.every((one) => agents.includes(one))) ??
    {}
  const moved = sentence.entities[patient ?? -1]
  return moved && acts(moved) ? patient : undefined
}

// The plant that is watered is on the sill, and not who waters it.
function wateredThere({ deeds, sentence }: State, subjects: readonly number[], entity: number): number | undefined {
  const last = deeds.at(-1)
  const high = /^(windowsill|shelf|table|balcony)$/.test(sentence.entities[entity]?.art ?? '')
  const waters = last?.verb === 'water' && subjects.every((one) => last.agents.includes(one))
  return high && waters ? last.patient : undefined
}

const SEATS = /^(bench|sofa|couch-and-lamp|bed|throne|chair|armchair|rocking-chair|stool)$/

// "Feeding pigeons on a bench": who feeds sits there; a cat that is stroked sits there too.
function onTheirSeat(state: State, subjects: number[], entity: number): number[] {
  const { deeds, sentence } = state
  const kindOf = (one: number) => sentence.entities[one]?.kind ?? ''
  if (!SEATS.test(sentence.entities[entity]?.art ?? '')) return subjects
  const deed = deeds.findLast(
    ({ verb, patient = -1, recipient = -1 }) =>
      /^(feed|look-at|hug)$/.test(verb) && (subjects.includes(patient) || subjects.includes(recipient)),
  )
  const people = deed?.agents.filter((agent) => kindOf(agent).startsWith('person')) ?? []
  const beasts = subjects.every((one) => kindOf(one).startsWith('animal'))
  if (people.length === 0 || !beasts) return subjects
  return [...people, ...subjects.filter((one) => kindOf(one) === 'animal-mammal')]
}

// Who is there, by what they do: the one who was named last is not always meant.
function whoIsThere(state: State, { kind, subjects }: NonNullable<State['waiting']>, entity: number): number[] {
  if (!/^(on|in)$/.test(kind) || subjects.length === 0) return subjects
  const watered = wateredThere(state, subjects, entity)
  if (watered !== undefined) return [watered]
  const pushed = pushedThere(state, subjects)
  if (pushed !== undefined) return [pushed]
  return kind === 'on' ? onTheirSeat(state, subjects, entity) : subjects
}

const EACH = /^(each|both|either|cada|jeder|beiden|chaque|ogni)$/
const SIDE = /^(sides?|lado|lados|seite|seiten|cotes?|lato|lati)$/

function onEachSide({ sentence: { tokens } }: State, { end }: Sense): boolean {
  const after = tokens.slice(end, end + 5).map(({ text }) => text)
  return after.some((text) => EACH.test(text)) && after.some((text) => SIDE.test(text))
}

const TOUCHED =
  /^(ears?|fingers?|hands?|wrists?|arms?|cheeks?|lips?|mouth|face|eyes?|forehead|neck|chest|feet|foot|legs?|knees?|nose|hair)$/

// What people do with their hands or mouths, and have not done to anybody yet.
function isFreeFor({ verb, agents, recipient }: Deed, entity: number, { entities }: State['sentence']): boolean {
  const person = agents.every((agent) => entities[agent]?.kind.startsWith('person'))
  const free = recipient === undefined && !agents.includes(entity)
  return person && free && /^(look-at|handle|work|give|hold|hug|paint|take)$/.test(verb)
}

// "Into the ear of a brown horse".
function isPartOf({ tokens }: State['sentence'], from: number, to: number): boolean {
  const between = tokens.slice(from, to).map(({ text }) => text)
  const of = between.indexOf('of')
  return of > 0 && TOUCHED.test(between[of - 1] ?? '')
}

// "Whispers into her friend's ear", "puts a ring on her finger": it is done to whoever the part belongs to.
function isDoneToPart(state: State, entity: number, { at, end }: Sense): boolean {
  const { waiting, sentence, deeds } = state
  const deed = deeds.at(-1)
  const near = waiting !== undefined && /^(on|in|at|through|around)$/.test(waiting.kind)
  const owned =
    (sentence.tokens[end]?.text === 's' && TOUCHED.test(sentence.tokens[end + 1]?.text ?? '')) ||
    (waiting !== undefined && isPartOf(sentence, waiting.from, at))
  if (!deed || !near || !owned || !livesIn(state)(entity) || !isFreeFor(deed, entity, sentence)) return false
  if (deed.patient === undefined) deed.patient = entity
  else deed.recipient = entity
  state.waiting = undefined
  state.open = undefined
  state.group = [entity]
  return true
}

// The noun that a relation has waited for, or one of several: "between a cat and a dog".
function asked(state: State, entity: number, sense: Sense): void {
  const { waiting } = state
  if (!waiting || isDoneToPart(state, entity, sense)) return
  const spot = spotBetween(state.sentence, waiting.from, sense.at) ?? spotAfter(state.sentence, sense)
  // Who dances with somebody is not alone in it.
  if (waiting.company && livesIn(state)(entity)) waiting.company.agents.push(entity)
  const sides = onEachSide(state, sense)
  if (sides) state.doubled.add(entity)
  const kind = sides ? 'between' : waiting.kind
  const seated = whoIsThere(state, waiting, entity)
  const subjects = [...seated, ...theirCompany(state, entity)].filter((subject) => subject !== entity)
  // Who dances with somebody stands before them: the deed says so.
  const face = waiting.company && livesIn(state)(entity) && /^(dance|fight)$/.test(waiting.company.verb)
  if (!face) for (const subject of subjects) state.ties.push({ kind, subject, other: entity, ...(spot && { spot }) })
  state.tied = { kind, subjects, other: entity }
  state.waiting = undefined
  state.group = [entity]
  if (!isGiving(state)) state.open = undefined
}

function named(state: State, entity: number): void {
  state.group = [entity]
  const does = state.doing.get(entity)
  if (!does) return
  state.open = { verb: does, agents: [entity] }
  state.deeds.push(state.open)
}

function isObject(state: State, entity: number): boolean {
  const open = state.open ?? state.held
  return open !== undefined && !open.agents.includes(entity) && object(state, open, entity)
}

// Who sits, sleeps or waits does it to nothing.
const OF_ITSELF = /^(sit|sleep|stand|lie|kneel|look-up|swim)$/

// From a bridge or a boat one fishes: that is where, not what.
function fishesFrom(state: State, open: Deed, entity: number): boolean {
  const { art = '', kind = '' } = state.sentence.entities[entity] ?? {}
  if (!isSupport(art) && !/^(place|transport)/.test(kind)) return false
  for (const subject of open.agents) state.ties.push({ kind: 'on', subject, other: entity })
  state.open = undefined
  state.group = [entity]
  return true
}

// Whether a deed that has one of the two still waits for the other.
function takesMore({ verb, patient, recipient }: Deed): boolean {
  if (patient !== undefined && recipient !== undefined) return false
  return /^(give|feed)$/.test(verb) || (verb === 'read' && patient === undefined)
}

// Fish that are sold are no customers.
function isForThem({ sentence }: State, { verb, craft }: Deed, entity: number): boolean {
  const wares = craft === 'sell' && sentence.entities[entity]?.kind.startsWith('animal')
  return /^(give|read|feed)$/.test(verb) && !wares
}

// "Gives his daughter a gift", "gives a gift to his daughter": the one who lives receives.
function object(state: State, open: Deed, entity: number): boolean {
  if (open.verb === 'fish' && fishesFrom(state, open, entity)) return true
  if (OF_ITSELF.test(open.verb)) return false
  const receives = livesIn(state)(entity) && isForThem(state, open, entity)
  if (receives && open.recipient === undefined) open.recipient = entity
  else if (open.patient === undefined) open.patient = entity
  else return false
  state.held = undefined
  if (!takesMore(open)) state.open = undefined
  state.group = [entity]
  return true
}

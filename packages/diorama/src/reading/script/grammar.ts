import type { Deed, Tie, TieKind, Verb } from '../../brief.ts'
import { isContainer } from '../../staging/containers.ts'
import { carries, isSupport, supportOf } from '../../staging/supports.ts'
import type { Sense } from '../senses.ts'
import type { Thing } from '../things.ts'
import { acts } from './entities.ts'
import { spotAfter, spotBetween, wordsOf, type Sentence, type Word } from './words.ts'

const PRONOUN =
  /^(her|his|its|their|him|it|them|ihr|ihm|ihnen|ihrem|seinem|ella|su|sa|son|elle|lui|lei|ela|ele|sua|seu|ней|ним)$/

type State = {
  sentence: Sentence
  deeds: Deed[]
  ties: Tie[]
  /** Who was named last, as a group that "and" has joined. */
  group: number[]
  joining: boolean
  /** The deed that still may get an object, and the relation that waits for one. */
  open: Deed | undefined
  waiting: { kind: TieKind; subjects: number[]; from: number; company?: Deed | undefined } | undefined
  /** The vessel of "a basket of …", the sofa of "a sofa with …". */
  vessel: { entity: number; kind: 'in' | 'on' } | undefined
  /** What is done for whoever is named next: "plays for …". */
  audience: Deed | undefined
  /** The last tie, which "and" may go on with: "between a cat and a dog". */
  tied: { kind: TieKind; subjects: number[]; other: number } | undefined
  /** Of whom there is one on each side. */
  doubled: Set<number>
  before: Word | undefined
  next: Word | undefined
  /** Verbs that came before anybody: "a sleeping cat". */
  early: Verb[]
  /** Who was named as doing something: a walker. */
  doing: ReadonlyMap<number, Verb>
}

const livesIn =
  ({ sentence }: State) =>
  (entity: number) =>
    acts(sentence.entities[entity] as Thing)

// A preposition after "reading a book" is about the reader, after "a bowl" about the bowl.
function headOf(state: State): number[] {
  const patient = state.deeds.findLast((deed) => deed.patient !== undefined && state.group.includes(deed.patient))
  return patient ? patient.agents : state.group
}

function agentsOf(state: State): number[] {
  const living = state.group.filter(livesIn(state))
  if (living.length > 0) return living
  const last = state.deeds.at(-1)?.agents
  if (last) return last
  const tied = state.ties.findLast(({ other }) => state.group.includes(other))
  return tied ? [tied.subject] : state.group
}

function vesselBefore({ before, sentence }: State, of: Sense): State['vessel'] {
  if (before?.is !== 'noun' || of.at > before.sense.end) return undefined
  const { entity } = before
  return isContainer(sentence.entities[entity]?.art ?? '') ? { entity, kind: 'in' } : undefined
}

function noun(state: State, entity: number, sense: Sense): void {
  for (const verb of state.early) state.deeds.push({ verb, agents: [entity] })
  state.early = []
  // Two people of one word, a couple, are one group.
  const same = state.before?.is === 'noun' && state.before.sense === sense && state.group.length > 0
  if (same) sameWord(state, entity)
  else if (state.audience && livesIn(state)(entity)) hears(state, entity, state.audience)
  else if (state.vessel !== undefined) intoVessel(state, entity, state.vessel)
  else if (state.waiting) asked(state, entity, sense)
  else if (state.joining) joined(state, entity)
  else if (!isObject(state, entity)) named(state, entity)
  if (!state.waiting) state.joining = false
}

function intoVessel(state: State, subject: number, { entity, kind }: NonNullable<State['vessel']>): void {
  // "A ship with two gulls above": over it, not on it.
  const above = state.next?.is === 'relation' && state.next.kind === 'over'
  state.ties.push({ kind: above ? 'over' : kind, subject, other: entity })
  state.vessel = undefined
  state.group = [entity]
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

// "Feeding a cat and a dog" feeds both, "beside a fox and an owl" is beside both; unless the second has its own verb.
function joined(state: State, entity: number): void {
  const [last = -1] = state.group.slice(-1)
  state.group = [...state.group, entity]
  if (state.next?.is === 'verb') return
  const { tied } = state
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

// "A man with a dog on a bench": both are on it.
function theirCompany({ tied, waiting, sentence }: State, entity: number): number[] {
  const { art = '', kind = '' } = sentence.entities[entity] ?? {}
  const shared = supportOf(art, kind).seat === true || kind === 'transport-water'
  const together = tied?.kind === 'with' && waiting !== undefined && waiting.subjects.includes(tied.other)
  if (!together) return []
  return /^(around|at)$/.test(waiting.kind) || (shared && /^(on|in)$/.test(waiting.kind)) ? tied.subjects : []
}

const EACH = /^(each|both|either|cada|jeder|beiden|chaque|ogni)$/
const SIDE = /^(sides?|lado|lados|seite|seiten|cotes?|lato|lati)$/

function onEachSide({ sentence: { tokens } }: State, { end }: Sense): boolean {
  const after = tokens.slice(end, end + 5).map(({ text }) => text)
  return after.some((text) => EACH.test(text)) && after.some((text) => SIDE.test(text))
}

// The noun that a relation has waited for, or one of several: "between a cat and a dog".
function asked(state: State, entity: number, sense: Sense): void {
  const { waiting } = state
  if (!waiting) return
  const spot = spotBetween(state.sentence, waiting.from, sense.at) ?? spotAfter(state.sentence, sense)
  // Who dances with somebody is not alone in it.
  if (waiting.company && livesIn(state)(entity)) waiting.company.agents.push(entity)
  const sides = onEachSide(state, sense)
  if (sides) state.doubled.add(entity)
  const kind = sides ? 'between' : waiting.kind
  const subjects = [...waiting.subjects, ...theirCompany(state, entity)].filter((subject) => subject !== entity)
  // Who dances with somebody stands before them: the deed says so.
  const face = waiting.company && livesIn(state)(entity) && /^(dance|fight)$/.test(waiting.company.verb)
  if (!face) for (const subject of subjects) state.ties.push({ kind, subject, other: entity, ...(spot && { spot }) })
  state.tied = { kind, subjects, other: entity }
  state.waiting = undefined
  state.group = [entity]
  state.open = undefined
}

function named(state: State, entity: number): void {
  state.group = [entity]
  const does = state.doing.get(entity)
  if (!does) return
  state.open = { verb: does, agents: [entity] }
  state.deeds.push(state.open)
}

function isObject(state: State, entity: number): boolean {
  const { open } = state
  return open !== undefined && !open.agents.includes(entity) && object(state, open, entity)
}

// From a bridge or a boat one fishes: that is where, not what.
function fishesFrom(state: State, open: Deed, entity: number): boolean {
  const { art = '', kind = '' } = state.sentence.entities[entity] ?? {}
  if (!isSupport(art) && !/^(place|transport)/.test(kind)) return false
  for (const subject of open.agents) state.ties.push({ kind: 'on', subject, other: entity })
  state.open = undefined
  state.group = [entity]
  return true
}

// "Gives his daughter a gift", "gives a gift to his daughter": the one who lives receives.
function object(state: State, open: Deed, entity: number): boolean {
  if (open.verb === 'fish' && fishesFrom(state, open, entity)) return true
  const lives = livesIn(state)(entity)
  const receives = /^(give|read|feed)$/.test(open.verb) && lives
  if (receives && open.recipient === undefined) open.recipient = entity
  else if (open.patient === undefined) open.patient = entity
  else return false
  if (!/^(give|feed)$/.test(open.verb) || (open.patient !== undefined && open.recipient !== undefined))
    state.open = undefined
  state.group = [entity]
  return true
}

// Who reads or plays on the floor sits there.
function onFloor({ waiting, sentence, deeds }: State, sense: Sense): void {
  if (
    waiting?.kind !== 'on' ||
    !/floor|ground|grass|carpet|rug|blanket|suelo|boden|sol$|chao|pavimento/.test(sense.text)
  )
    return
  const agents = waiting.subjects.filter((entity) => acts(sentence.entities[entity] as Thing))
  const busy = deeds.some(
    (deed) => /^(read|eat|hold|work|play)$/.test(deed.verb) && deed.agents.some((agent) => agents.includes(agent)),
  )
  if (busy) deeds.push({ verb: 'sit', agents })
}

// Beside what is on a shelf, not beside the shelf.
function standingOn({ ties }: State, group: number[]): number[] {
  const on = ties
    .filter(({ kind, other }) => /^(on|in)$/.test(kind) && group.includes(other))
    .map(({ subject }) => subject)
  return on.length > 0 ? on : group
}

// Around a table sit those who play, not the cards that they play with.
function subjectsOf(state: State, kind: TieKind): number[] {
  const head = headOf(state)
  if (kind === 'beside') return standingOn(state, head)
  if (!/^(at|around)$/.test(kind) || head.some(livesIn(state))) return head
  const living = state.deeds.at(-1)?.agents ?? livingBefore(state, head)
  return living.length > 0 ? living : head
}

function livingBefore(state: State, [first = 0]: number[]): number[] {
  const all = state.sentence.entities.map((_, entity) => entity)
  return all.filter((entity) => entity < first && livesIn(state)(entity))
}

const HANDS = /^(hands?|arms?|mouth|beak|paws?|claws?|trunk|mano|manos|boca|mains?|bouche|maul|mund|bocca)$/
const LOOKING =
  /^(look|looks|looking|peek|peeks|peeking|peering|peers|leaning|leans|mirando|schaut|blickt|regarde|guarda)$/

// "A cat sleeping beside her": the one who was named before.
function relation(state: State, word: Extract<Word, { is: 'relation' }>): void {
  const { sense } = word
  // Who looks over a fence is behind it.
  const lately = state.sentence.tokens.slice(Math.max(0, sense.at - 2), sense.at)
  const looks = lately.some(({ text }) => LOOKING.test(text))
  if (looks && word.kind === 'at') return verb(state, { is: 'verb', verb: 'look-at', sense })
  const kind = looks && word.kind === 'over' ? 'behind' : word.kind
  if (state.group.length === 0) return
  const next = state.sentence.tokens[sense.end]?.text ?? ''
  const spot = spotBetween(state.sentence, sense.end, sense.end + 2)
  // In its hand is held, and that the deed says.
  const handed = state.sentence.tokens.slice(sense.end, sense.end + 3).some(({ text }) => HANDS.test(text))
  if (PRONOUN.test(next) && handed) return
  // "On his shoulders", "above it": what was named last, and whoever was named before that.
  const subjects = PRONOUN.test(next) ? state.group : subjectsOf(state, kind)
  const named = state.sentence.entities
    .map((thing, at) => ({ thing, at }))
    .filter(({ thing, at }) => !subjects.includes(at) && thing.sense.at < sense.at)
  // A cat sleeps on it: on the piano, not on who plays it.
  const lifeless = next === 'it' && /^(on|in|under|behind)$/.test(kind) && !spot
  const meant = PRONOUN.test(next)
    ? ((lifeless ? named.findLast(({ thing }) => !acts(thing)) : undefined) ??
      named.findLast(({ thing }) => acts(thing)))
    : undefined
  const other = meant?.at ?? -1
  if (other < 0) {
    state.waiting = { kind, subjects, from: sense.end }
    return
  }
  for (const subject of subjects) state.ties.push({ kind, subject, other, ...(spot && { spot }) })
}

// Before a noun, right after an article or a count, a verb describes: "two sleeping cats", "on a running horse".
function describesNext({ sentence, group }: State, { sense }: Word): boolean {
  if (group.length === 0) return true
  const next = sentence.entities.some((thing) => thing.sense.at === sense.end && acts(thing))
  // "Рядом спит кот": where there are no articles, the verb may come before the one who acts.
  if (next && /^(ru|pl)$/.test(sentence.language)) return true
  const before = sentence.tokens[sense.at - 1]?.text ?? ''
  return next && /^(a|an|the|two|three|four|un|una|une|ein|eine|einen|einem|and|on|in|with|of)$/.test(before)
}

const PRONOUN_OBJECT = /^(it|him|her|them)$/

function verb(state: State, word: Extract<Word, { is: 'verb' }>): void {
  if (describesNext(state, word)) {
    state.early.push(word.verb)
    return
  }
  const agents = agentsOf(state)
  // "With a fairy riding it": whoever was named before.
  const meant = PRONOUN_OBJECT.test(state.sentence.tokens[word.sense.end]?.text ?? '')
    ? livingBefore(state, agents).findLast((entity) => !agents.includes(entity))
    : undefined
  const deed: Deed = { verb: word.verb, agents, ...(meant !== undefined && { patient: meant }) }
  state.deeds.push(deed)
  state.open = meant === undefined ? deed : undefined
  state.group = agents
  state.waiting = undefined
  state.joining = false
}

function step(state: State, word: Word): void {
  switch (word.is) {
    case 'noun':
      noun(state, word.entity, word.sense)
      break
    case 'place':
      onFloor(state, word.sense)
      // "On a beach bench" waits for the bench.
      if (state.next?.is !== 'noun' || state.next.sense.at !== word.sense.end) state.waiting = undefined
      break
    case 'verb':
      verb(state, word)
      break
    case 'relation':
      state.open = undefined
      state.joining = false
      relation(state, word)
      break
    case 'and':
      state.joining = state.before?.is === 'noun'
      // "A girl reading and a cat": she reads no cat.
      if (!state.joining) state.open = undefined
      break
    case 'with':
      withThing(state, word.sense)
      break
    case 'of':
      state.vessel = vesselBefore(state, word.sense)
      break
    case 'for':
      state.audience = audienceOf(state)
      break
  }
  if (word.is !== 'of') state.before = word
}

const FOR_SOMEBODY = /^(play|read|work|hold|paint|dance|look-at)$/

function audienceOf({ deeds, open }: State): Deed | undefined {
  const last = deeds.at(-1)
  if (open?.verb === 'give' || !last || last.recipient !== undefined) return undefined
  return FOR_SOMEBODY.test(last.verb) ? last : undefined
}

const IN_COMPANY = /^(dance|walk|run|sit|fight|look-up|swim|fly)$/

// What somebody has "with" them is in their hands or at their side; what they play or fight "with" is what they use.
function withThing(state: State, sense: Sense): void {
  state.joining = false
  const { open } = state
  if (open && open.patient === undefined && /^(play|fight|hold)$/.test(open.verb)) return
  state.open = undefined
  const about = headOf(state)
  const artOf = (entity: number) => state.sentence.entities[entity]?.art ?? ''
  const vessel = about.find((entity) => isContainer(artOf(entity)))
  if (vessel !== undefined) state.vessel = { entity: vessel, kind: 'in' }
  const near = state.before?.is === 'noun' && state.before.sense.end === sense.at ? state.before.entity : -1
  if (near >= 0 && carries(artOf(near)) && vessel === undefined) state.vessel = { entity: near, kind: 'on' }
  if (state.vessel !== undefined) return
  const living = about.filter(livesIn(state))
  const subjects = living.length > 0 ? living : (state.deeds.at(-1)?.agents ?? about)
  if (subjects.length === 0) return
  const company = state.deeds.findLast(({ agents }) => agents.some((agent) => subjects.includes(agent)))
  // Beside who sits on something one stands.
  const seated = company?.verb === 'sit' && state.ties.some(({ subject }) => company.agents.includes(subject))
  const shared = company && !seated && IN_COMPANY.test(company.verb) ? company : undefined
  state.waiting = { kind: 'with', subjects, from: sense.end, company: shared }
}

/** Who does what, and how everything stands to everything, in languages whose prepositions come before the noun. */
export function parse(
  sentence: Sentence,
  doing: ReadonlyMap<number, Verb>,
): { deeds: Deed[]; ties: Tie[]; doubled: ReadonlySet<number> } {
  const state: State = {
    sentence,
    deeds: [],
    ties: [],
    group: [],
    joining: false,
    open: undefined,
    waiting: undefined,
    vessel: undefined,
    audience: undefined,
    tied: undefined,
    doubled: new Set(),
    before: undefined,
    next: undefined,
    early: [],
    doing,
  }
  let clause = 0
  const words = wordsOf(sentence)
  for (const [at, word] of words.entries()) {
    state.next = words[at + 1]
    if (word.sense.clause !== clause) {
      clause = word.sense.clause
      state.open = undefined
      state.waiting = undefined
      state.audience = undefined
      // "A man, a dog and a cat": a comma goes on with the list.
      state.joining = word.is === 'noun' && state.before?.is === 'noun'
    }
    step(state, word)
  }
  return { deeds: state.deeds, ties: state.ties, doubled: state.doubled }
}

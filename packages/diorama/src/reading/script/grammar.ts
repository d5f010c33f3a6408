import type { RelationKind } from '../../brief.ts'
import type { Deed, Spot, Tie, Verb } from '../../script.ts'
import type { Marked } from '../find-marks.ts'
import type { Sense } from '../senses.ts'
import { isContainer } from '../../staging/containers.ts'
import type { Thing } from '../things.ts'
import { acts } from './entities.ts'

/** A prompt with its entities found. */
export type Sentence = Pick<Marked, 'language' | 'tokens'> & { senses: readonly Sense[]; entities: readonly Thing[] }

type Word =
  | { is: 'noun'; entity: number; sense: Sense }
  | { is: 'place'; sense: Sense }
  | { is: 'verb'; verb: Verb; sense: Sense }
  | { is: 'relation'; kind: RelationKind; sense: Sense }
  | { is: 'and' | 'with' | 'of'; sense: Sense }

const AND = /^(and|y|e|et|und|ed|и|dan|en|i|oraz|och|và|و|&)$/
const WITH = /^(with|con|avec|mit|com|с|со|dengan|met|z|ze|med|với|مع|together with)$/
const OF = /^(of|de|du|des|del|della|von|do|da|van)$/
const THROUGH = /^(through|durch|attraverso|через|door|przez|genom)$/
const PRONOUN =
  /^(her|his|its|their|him|it|them|ihr|ihm|ihnen|ihrem|seinem|ella|su|sa|son|elle|lui|lei|ela|ele|sua|seu|ней|ним)$/
const SPOTS: [RegExp, Spot][] = [
  [/^(roof|rooftop|tejado|toit|dach|telhado|tetto)$/, 'roof'],
  [/^(back|lomo|dos|rucken|costas|schiena|rug)$/, 'back'],
  [/^(shoulders?|hombros?|epaules?|schultern?|ombros?|spalle|spalla)$/, 'shoulders'],
  [/^(head|nose|cabeza|nariz|tete|nez|kopf|nase|cabeca|testa|naso)$/, 'head'],
  [/^(lap|regazo|genoux|schoss|colo|grembo)$/, 'lap'],
]
// Movements that are known as deeds without an object.
const MOVES: Record<string, Verb> = {
  sit: 'sit',
  sleep: 'sleep',
  run: 'run',
  jump: 'jump',
  fly: 'fly',
  swim: 'swim',
  dance: 'dance',
}

function verbOf(sense: Sense, senses: readonly Sense[]): Verb | undefined {
  if (sense.kind === 'verb') return sense.value as Verb
  if (sense.kind !== 'activity') return undefined
  // Reading is known as sitting too: what is more exact is said by a verb at the same place.
  const exact = senses.some((other) => other.kind === 'verb' && other.at === sense.at)
  return exact ? undefined : MOVES[sense.value]
}

function wordOf(sentence: Sentence, sense: Sense): Word[] {
  const entities = sentence.entities.flatMap((thing, entity) => (thing.sense.at === sense.at ? [entity] : []))
  if (entities.length > 0) {
    const first = sentence.senses.find((other) => other.at === sense.at)
    if (first !== sense) return []
    // Knitting is both a deed and the wool for it.
    const deed = sentence.senses.find((other) => other.kind === 'verb' && other.at === sense.at)
    const nouns = entities.map((entity): Word => ({ is: 'noun', entity, sense }))
    return deed ? [{ is: 'verb', verb: deed.value as Verb, sense: deed }, ...nouns] : nouns
  }
  const verb = verbOf(sense, sentence.senses)
  if (verb) return [{ is: 'verb', verb, sense }]
  if (sense.kind === 'place' || sense.kind === 'sky') return [{ is: 'place', sense }]
  if (sense.kind !== 'rel') return []
  if (AND.test(sense.text)) return [{ is: 'and', sense }]
  if (WITH.test(sense.text)) return [{ is: 'with', sense }]
  if (sense.value === 'riding') return [{ is: 'verb', verb: 'ride', sense }]
  return [{ is: 'relation', kind: sense.value as RelationKind, sense }]
}

function wordsOf(sentence: Sentence): Word[] {
  const words = sentence.senses.flatMap((sense) => wordOf(sentence, sense))
  const small = sentence.tokens.flatMap(({ text, clause }, at): Word[] => {
    const sense = { at, end: at + 1, clause, text, kind: 'stop', value: '', strength: 3, plural: false } as Sense
    if (THROUGH.test(text)) return [{ is: 'relation', kind: 'in-front-of', sense }]
    return OF.test(text) ? [{ is: 'of', sense }] : []
  })
  const inside = ({ sense }: Word) => words.some((word) => word.sense.at <= sense.at && sense.at < word.sense.end)
  return [...words, ...small.filter((word) => !inside(word))].sort((a, b) => a.sense.at - b.sense.at)
}

/** What the words between two places name of the thing after them: "on the roof of the house", "on his father's head". */
function spotBetween({ tokens }: Sentence, from: number, to: number): Spot | undefined {
  const between = tokens.slice(from, to).map(({ text }) => text)
  return SPOTS.find(([word]) => between.some((text) => word.test(text)))?.[1]
}

// "On a pirate's shoulder": the part comes after its owner.
function spotAfter(sentence: Sentence, { end }: Sense): Spot | undefined {
  return sentence.tokens[end]?.text === 's' ? spotBetween(sentence, end + 1, end + 2) : undefined
}

type State = {
  sentence: Sentence
  deeds: Deed[]
  ties: Tie[]
  /** Who was named last, as a group that "and" has joined. */
  group: number[]
  joining: boolean
  /** The deed that still may get an object, and the relation that waits for one. */
  open: Deed | undefined
  waiting: { kind: RelationKind; subjects: number[]; from: number; company?: Deed | undefined } | undefined
  /** The vessel of "a basket of …". */
  vessel: number | undefined
  before: Word | undefined
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

function vesselBefore({ before, sentence }: State, of: Sense): number | undefined {
  if (before?.is !== 'noun' || of.at > before.sense.end) return undefined
  return isContainer(sentence.entities[before.entity]?.art ?? '') ? before.entity : undefined
}

function noun(state: State, entity: number, sense: Sense): void {
  const { waiting, open, vessel } = state
  for (const verb of state.early) state.deeds.push({ verb, agents: [entity] })
  state.early = []
  // Two people of one word, a couple, are one group.
  if (state.before?.is === 'noun' && state.before.sense === sense && state.group.length > 0) {
    state.group = [...state.group, entity]
    return
  }
  if (vessel !== undefined) {
    state.ties.push({ kind: 'in', subject: entity, other: vessel })
    state.vessel = undefined
    state.group = [vessel]
    return
  }
  if (waiting) {
    const spot = spotBetween(state.sentence, waiting.from, sense.at) ?? spotAfter(state.sentence, sense)
    // Who dances with somebody is not alone in it.
    if (waiting.company && livesIn(state)(entity)) waiting.company.agents.push(entity)
    for (const subject of waiting.subjects)
      if (subject !== entity) state.ties.push({ kind: waiting.kind, subject, other: entity, ...(spot && { spot }) })
    state.waiting = state.joining ? waiting : undefined
    state.group = [entity]
    state.open = undefined
    return
  }
  if (state.joining) {
    state.group = [...state.group, entity]
    state.joining = false
    return
  }
  if (open && !open.agents.includes(entity) && object(state, open, entity)) return
  state.group = [entity]
  const does = state.doing.get(entity)
  if (!does) return
  state.open = { verb: does, agents: [entity] }
  state.deeds.push(state.open)
}

// "Gives his daughter a gift", "gives a gift to his daughter": the one who lives receives.
function object(state: State, open: Deed, entity: number): boolean {
  const lives = livesIn(state)(entity)
  const receives = open.verb === 'give' && lives
  if (receives && open.recipient === undefined) open.recipient = entity
  else if (open.patient === undefined) open.patient = entity
  else return false
  if (open.verb !== 'give' || (open.patient !== undefined && open.recipient !== undefined)) state.open = undefined
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

// "A cat sleeping beside her": the one who was named before.
function relation(state: State, { kind, sense }: Extract<Word, { is: 'relation' }>): void {
  if (state.group.length === 0) return
  const subjects = kind === 'beside' ? standingOn(state, headOf(state)) : headOf(state)
  const next = state.sentence.tokens[sense.end]?.text ?? ''
  const named = state.sentence.entities.map((thing, at) => ({ thing, at }))
  const meant = PRONOUN.test(next)
    ? named.findLast(({ thing, at }) => acts(thing) && !subjects.includes(at) && thing.sense.at < sense.at)
    : undefined
  const other = meant?.at ?? -1
  if (other < 0) {
    state.waiting = { kind, subjects, from: sense.end }
    return
  }
  const spot = spotBetween(state.sentence, sense.end, sense.end + 2)
  for (const subject of subjects) state.ties.push({ kind, subject, other, ...(spot && { spot }) })
}

// Before a noun, right after an article or a count, a verb describes: "two sleeping cats", "on a running horse".
function describesNext({ sentence, group }: State, { sense }: Word): boolean {
  if (group.length === 0) return true
  const next = sentence.entities.some((thing) => thing.sense.at === sense.end)
  const before = sentence.tokens[sense.at - 1]?.text ?? ''
  return next && /^(a|an|the|two|three|four|un|una|une|ein|eine|einen|einem|and|on|in|with|of)$/.test(before)
}

function verb(state: State, word: Extract<Word, { is: 'verb' }>): void {
  if (describesNext(state, word)) {
    state.early.push(word.verb)
    return
  }
  const agents = agentsOf(state)
  const deed: Deed = { verb: word.verb, agents }
  state.deeds.push(deed)
  state.open = deed
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
      state.waiting = undefined
      break
    case 'verb':
      verb(state, word)
      break
    case 'relation':
      relation(state, word)
      state.open = undefined
      state.joining = false
      break
    case 'and':
      state.joining = state.before?.is === 'noun'
      break
    case 'with':
      withThing(state, word.sense)
      break
    case 'of':
      state.vessel = vesselBefore(state, word.sense)
      break
  }
  if (word.is !== 'of') state.before = word
}

// What somebody has "with" them is in their hands or at their side; what they play or fight "with" is what they use.
function withThing(state: State, sense: Sense): void {
  state.joining = false
  if (state.open && state.open.patient === undefined && /^(play|fight|hold)$/.test(state.open.verb)) return
  state.open = undefined
  const about = headOf(state)
  const living = about.filter(livesIn(state))
  const agents = living.length > 0 ? living : (state.deeds.at(-1)?.agents ?? about)
  const [first] = about
  if (first !== undefined && about.length === 1 && isContainer(state.sentence.entities[first]?.art ?? '')) {
    state.vessel = first
    return
  }
  const deed = state.deeds.findLast(
    (one) => one.agents === agents || one.agents.some((agent) => agents.includes(agent)),
  )
  const company = deed && /^(dance|walk|run|sit|fight|look-up|swim|fly)$/.test(deed.verb) ? deed : undefined
  if (agents.length > 0) state.waiting = { kind: 'beside', subjects: agents, from: sense.end, company }
}

/** Who does what, and how everything stands to everything, in languages whose prepositions come before the noun. */
export function parse(sentence: Sentence, doing: ReadonlyMap<number, Verb>): { deeds: Deed[]; ties: Tie[] } {
  const state: State = {
    sentence,
    deeds: [],
    ties: [],
    group: [],
    joining: false,
    open: undefined,
    waiting: undefined,
    vessel: undefined,
    before: undefined,
    early: [],
    doing,
  }
  let clause = 0
  for (const word of wordsOf(sentence)) {
    if (word.sense.clause !== clause) {
      clause = word.sense.clause
      state.open = undefined
      state.waiting = undefined
      // "A man, a dog and a cat": a comma goes on with the list.
      state.joining = word.is === 'noun' && state.before?.is === 'noun'
    }
    step(state, word)
  }
  return { deeds: state.deeds, ties: state.ties }
}

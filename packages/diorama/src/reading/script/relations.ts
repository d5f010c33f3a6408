import type { TieKind } from '../../brief.ts'
import type { Thing } from '../things.ts'
import { acts } from './entities.ts'
import { meantBy } from './pronouns.ts'
import { headOf, livesIn, livingBefore, PRONOUN, type State } from './state.ts'
import { verb } from './verbs.ts'
import type { Sense } from '../senses.ts'
import { spotBetween, type Word } from './words.ts'

const LEANS = /^(lean|apoyad|recostad|appuy|adoss|lehn|angelehnt|encostad|appoggiat|прислон|leun|opart|lutad)/

// "Leaning against a lamp post": beside it, and how.
function leaning(state: State, text: string): void {
  const agents = LEANS.test(text) ? headOf(state).filter(livesIn(state)) : []
  if (agents.length > 0) state.deeds.push({ verb: 'stand', craft: 'lean', agents })
}

// Beside what is on a shelf, not beside the shelf.
function standingOn({ ties }: State, group: number[]): number[] {
  const on = ties
    .filter(({ kind, other }) => /^(on|in)$/.test(kind) && group.includes(other))
    .map(({ subject }) => subject)
  return on.length > 0 ? on : group
}

// "Sitting on a bench between two men", "a bear beside a cub under a tree": what is said after a support is about who is on
// it, and after company about all of them.
function inTheSamePlace({ tied, sentence }: State, kind: TieKind, head: number[]): number[] {
  if (!tied || head.length !== 1 || head[0] !== tied.other) return head
  const alive = acts(sentence.entities[tied.other] as Thing)
  if (!alive && /^(on|in|at)$/.test(tied.kind) && /^(between|around|in-front-of|behind)$/.test(kind))
    return tied.subjects
  const together = alive && /^(beside|between)$/.test(tied.kind)
  return together && /^(on|in|under|behind|in-front-of|at|around)$/.test(kind) ? [...tied.subjects, ...head] : head
}

// Around a table sit those who play, not the cards that they play with.
function subjectsOf(state: State, kind: TieKind): number[] {
  const head = headOf(state)
  if (kind === 'beside') return standingOn(state, head)
  const same = inTheSamePlace(state, kind, head)
  if (same !== head) return same
  if (!/^(at|around)$/.test(kind) || head.some(livesIn(state))) return head
  const living = state.deeds.at(-1)?.agents ?? livingBefore(state, head)
  return living.length > 0 ? living : head
}

const HANDS = /^(hands?|arms?|mouth|beak|paws?|claws?|trunk|mano|manos|boca|mains?|bouche|maul|mund|bocca)$/
const LOOKING =
  /^(look|looks|looking|peek|peeks|peeking|peering|peers|leaning|leans|mirando|schaut|blickt|regarde|guarda)$/

// "Turns a prince into a frog": both are there, side by side.
const BECOMES = /^(turn|turns|turning|turned|transform|transforms|transforming|changes|changing|morphs|morphing)$/

type Relation = Extract<Word, { is: 'relation' }>

function textsAt({ sentence: { tokens } }: State, from: number, to: number): string[] {
  return tokens.slice(Math.max(0, from), to).map(({ text }) => text)
}

// An owl on a lamp above it: the lamp is not above its own owl.
function standsOn({ ties }: State, entity: number, group: readonly number[]): boolean {
  return ties.some(({ kind, subject, other }) => /^(on|in)$/.test(kind) && subject === entity && group.includes(other))
}

const BUSY_WITH = /^(play|eat|read|ride|hold|work|paint|pull|push)$/
const NEAR = /^(behind|beside|in-front-of|around)$/

// "A girl reading, a boy eating an apple next to her": he is beside her, and not his apple alone.
function whoIsNear(state: State, sense: Sense, kind: TieKind): number[] {
  const [last = -1] = state.group
  const deed = state.deeds.at(-1)
  const busy = deed?.patient === last && BUSY_WITH.test(deed.verb) && !livesIn(state)(last)
  if (!deed || !busy || !NEAR.test(kind) || !/^(her|him|them)$/.test(state.sentence.tokens[sense.end]?.text ?? ''))
    return state.group
  const lives = livesIn(state)
  const { entities } = state.sentence
  const company = entities.some((thing, at) => lives(at) && !deed.agents.includes(at) && thing.sense.at < sense.at)
  return company ? deed.agents : state.group
}

// "They build a castle, and a boy jumps on it": the castle that he is named after is what he is on, and it is on nobody.
function withoutWhatItMeans(state: State, subjects: number[], pronoun: string): number[] {
  const living = /^(it|them)$/.test(pronoun) ? subjects.filter(livesIn(state)) : []
  const last = subjects.at(-1)
  return last !== undefined && living.includes(last) && living.length < subjects.length ? living : subjects
}

// "A cat sleeping beside her": the one who was named before. What it sleeps on is the piano, not who plays that.
function relationToNamed(state: State, { sense }: Relation, kind: TieKind): void {
  const [next] = textsAt(state, sense.end, sense.end + 1)
  const spot = spotBetween(state.sentence, sense.end, sense.end + 2)
  // "On his shoulders", "above it": what was named last, and whoever was named before that.
  const subjects = withoutWhatItMeans(state, whoIsNear(state, sense, kind), next ?? '')
  const named = state.sentence.entities
    .map((thing, at) => ({ thing, at }))
    .filter(({ thing, at }) => !subjects.includes(at) && thing.sense.at < sense.at && !standsOn(state, at, subjects))
  const other = meantBy(next ?? '', named, { kind, ofBody: spot !== undefined })
  if (other < 0) state.waiting = { kind, subjects: subjectsOf(state, kind), from: sense.end }
  else for (const subject of subjects) state.ties.push({ kind, subject, other, ...(spot && { spot }) })
}

// "In her shop" is in a shop, "beside her" beside her.
function isPossessive({ sentence: { senses, entities, tokens } }: State, at: number): boolean {
  const isAdjective = ({ kind }: Sense) => /^(stop|size|colour|material)$/.test(kind)
  const next = senses.find(
    (sense) => sense.at > at && sense.at - at <= 3 && !isAdjective(sense) && sense.clause === tokens[at]?.clause,
  )
  return next !== undefined && (next.kind === 'place' || entities.some(({ sense }) => sense.at === next.at))
}

// "Looks into the mouth of a crocodile", "into her eyes": at whoever it is.
function isBeforeBeing({ sentence: { entities, tokens } }: State, from: number): boolean {
  const next = entities.find(({ sense }) => sense.at >= from && sense.clause === tokens[from]?.clause)
  return next !== undefined && acts(next) && next.sense.at - from <= 5
}

// "A sled with a boy on it": that he is on it "with" has said already.
function isSaidAlready({ before, ties, sentence: { tokens } }: State, kind: TieKind, { end }: Sense): boolean {
  const last = ties.at(-1)
  const told = before?.is === 'noun' && last?.subject === before.entity && last.kind === kind
  return told && /^(on|in)$/.test(kind) && /^(it|them)$/.test(tokens[end]?.text ?? '')
}

// What is in its hand is held, and that the deed says.
function isToldBefore(
  state: State,
  kind: TieKind,
  { sense, after }: { sense: Sense; after: readonly string[] },
): boolean {
  const held = after.some((text) => (kind === 'on' ? /^(hands?|mouth|beak|feet)$/.test(text) : HANDS.test(text)))
  return held || isSaidAlready(state, kind, sense)
}

/** A preposition, which ties who was named to a noun that follows, or to one that a pronoun means. */
export function relation(state: State, word: Relation): void {
  leaning(state, word.sense.text)
  const { sense } = word
  const looks = textsAt(state, sense.at - 2, sense.at).some((text) => LOOKING.test(text))
  if (looks && (word.kind === 'at' || (word.kind === 'in' && isBeforeBeing(state, sense.end))))
    return verb(state, { is: 'verb', verb: 'look-at', sense })
  if (state.group.length === 0) return
  // Who looks over a fence is behind it.
  const turned = sense.text === 'into' && textsAt(state, sense.at - 6, sense.at).some((text) => BECOMES.test(text))
  const kind = looks && word.kind === 'over' ? 'behind' : turned ? 'beside' : word.kind
  const after = textsAt(state, sense.end, sense.end + 3)
  if (!PRONOUN.test(after[0] ?? '') || isPossessive(state, sense.end)) {
    state.waiting = { kind, subjects: subjectsOf(state, kind), from: sense.end }
    return
  }
  if (!isToldBefore(state, kind, { sense, after })) relationToNamed(state, word, kind)
}

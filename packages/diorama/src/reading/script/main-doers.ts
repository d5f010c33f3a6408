import { livesIn, type State } from './state.ts'
import type { Sense } from '../senses.ts'
import { isTagList } from './sentence.ts'
import type { Word } from './words.ts'

// Who was told of in the last phrase that has anybody, but for those to whom something is done there.
function doersBefore(state: State, clause: number): number[] {
  const { entities } = state.sentence
  const lives = livesIn(state)
  const before = entities.flatMap((thing, at) => (lives(at) && thing.sense.clause < clause ? [at] : []))
  const last = entities[before.at(-1) ?? -1]?.sense.clause
  const there = before.filter((at) => entities[at]?.sense.clause === last)
  const isObject = (at: number) =>
    state.deeds.some(({ patient, recipient }) => patient === at || recipient === at) ||
    state.ties.some(({ other }) => other === at)
  const free = there.filter((at) => !isObject(at))
  return free.length > 0 ? free : there.slice(0, 1)
}

/**
 * Of whom a phrase of a list goes on to tell that begins with what is done or where: "a viking, holding an axe, standing on a
 * ship". It is the viking who stands there, and not the axe.
 */
export function doersOf(state: State, word: Word): number[] {
  const { sentence } = state
  // "Девушка, которая сидит на скамейке, читает": after what is told of her by the way she goes on.
  const goesOn = sentence.language !== 'en' && word.is === 'verb' && !state.group.some(livesIn(state))
  if (!goesOn && (!isTagList(sentence) || !/^(verb|relation|with)$/.test(word.is))) return state.group
  const { clause, at } = word.sense
  const first = sentence.tokens.findIndex((token) => token.clause === clause)
  // An adverb may come first: "slowly walking".
  if (at - first > 1) return state.group
  const somebody = [...sentence.entities.keys()].some(
    (entity) => livesIn(state)(entity) && sentence.entities[entity]?.sense.clause === clause,
  )
  const again = sentence.mentions.some(({ sense }) => sense.clause === clause)
  const doers = somebody || again ? [] : doersBefore(state, clause)
  return doers.length > 0 ? doers : state.group
}

const OWN_CLAUSE = /^(who|that|which|whose|while|as|because|when|where)$/
const PARTICIPLE = /(ing|ed)$/

/**
 * "A koala rides in the pouch of a kangaroo and looks through binoculars": after "and" a finite verb goes on with whom the
 * sentence began, and not with the one who was named last.
 */
export function mainSubject(
  { before, sentence, deeds, ties }: State,
  { at, clause, text }: Sense,
): number[] | undefined {
  const { tokens, entities, language } = sentence
  const [word = ''] = text.split(' ')
  if (language !== 'en' || before?.is !== 'and' || before.sense.end !== at || PARTICIPLE.test(word)) return undefined
  const from = tokens.findIndex((token) => token.clause === clause)
  const first = entities.findIndex(({ sense }) => sense.at >= from && sense.end <= at)
  const { sense: named } = entities[first] ?? {}
  if (!named || named.plural === word.endsWith('s')) return undefined
  if (tokens.slice(from, at).some((token) => OWN_CLAUSE.test(token.text))) return undefined
  const tied = ties.filter(({ subject }) => subject === first)
  const does = deeds.find(({ agents }) => agents.includes(first))
  return does?.agents ?? (tied.length > 0 ? [first] : undefined)
}

import { metresOf } from '../../staging/real-sizes.ts'
import type { Sense } from '../senses.ts'
import { saysInside } from './prepositions.ts'
import { isEnumerated, isTagList } from './sentence.ts'
import { livesIn, PRONOUN, type State } from './state.ts'

const LIGHT_SEATS = /^(chair|stool|armchair|bench|office-chair)$/

/** "A shelf with a globe, a clock and three books" has all of them; a list of tags goes on with something else. */
export function isOneMore(state: State, entity: number): boolean {
  const { joining, next, sentence } = state
  if (!joining || livesIn(state)(entity) || next?.is === 'verb') return false
  if (isTagList(sentence) && !isListed(state, entity)) return false
  if (isCountedApart(state, entity) || isFurniture(state, entity)) return false
  // "And a chair beside it": that has a place of its own.
  return !(next?.is === 'relation' && PRONOUN.test(sentence.tokens[next.sense.end]?.text ?? ''))
}

// "A table with a cup and a bookcase": nobody puts that on a table.
const PIECE = 1
function isFurniture({ sentence: { entities } }: State, entity: number): boolean {
  const thing = entities[entity]
  return thing?.kind === 'household' && metresOf({ ...thing, count: 1, scale: 'normal' }) > PIECE
}

const ARTICLE = /^(an?|the|one|un|una|une|uno|ein|eine|einen|einem|einer|um|uma|een)$/

const OF = /^(of|de|d|du|des|di|von|do|da|van)$/

const hasArticle = ({ sentence: { tokens } }: State, at: number) => ARTICLE.test(tokens[at - 1]?.text ?? '')
const placeOf = ({ sentence: { entities } }: State, entity: number) => entities[entity]?.sense.at ?? 0

// "A pear", and also "a glass of milk", of which only the milk is known.
function isCounted(state: State, entity: number): boolean {
  const at = placeOf(state, entity)
  return hasArticle(state, OF.test(state.sentence.tokens[at - 1]?.text ?? '') ? at - 2 : at)
}

// "A bowl of apples, a jug": apples that nobody counted fill the bowl, and what has an article stands beside it.
function isCountedApart(state: State, entity: number): boolean {
  const { filling, ties } = state
  const first = ties.find(({ other, kind }) => other === filling?.entity && kind === filling.kind)?.subject
  if (first === undefined || !filling || !isMeasure(state, filling.entity)) return false
  return !hasArticle(state, placeOf(state, first)) && isCounted(state, entity)
}

// "A bowl of" is one word of the tables, or two.
function isMeasure({ sentence: { tokens, entities } }: State, vessel: number): boolean {
  const { end = -1 } = entities[vessel]?.sense ?? {}
  return [end - 1, end].some((at) => OF.test(tokens[at]?.text ?? ''))
}

/** "A jug of water and a vase": what fills the jug was no word for a thing, and the vase stands beside it. */
export const isBesideVessel = (state: State): boolean =>
  state.vessel !== undefined &&
  state.next?.is === 'noun' &&
  isMeasure(state, state.vessel.entity) &&
  isCounted(state, state.next.entity)

// One of an enumeration, or its last after "and".
function isListed({ sentence }: State, entity: number): boolean {
  const { at = 0 } = sentence.entities[entity]?.sense ?? {}
  const last = sentence.tokens.slice(Math.max(0, at - 3), at).some(({ text }) => text === 'and')
  return last || isEnumerated(sentence, at)
}

// Over what was named before, since nothing follows in its phrase.
function isOverNothing({ sentence: { senses } }: State, { end, clause }: Sense): boolean {
  return !senses.some(({ kind, at, clause: of }) => of === clause && at >= end && at - end <= 3 && kind !== 'stop')
}

/** What is named next is in or on what was named before. */
export function intoVessel(state: State, subject: number, { entity, kind }: NonNullable<State['vessel']>): void {
  // "A ship with two gulls above": over it, not on it; "a sleigh with Santa over the rooftops" has him on it.
  const above = state.next?.is === 'relation' && state.next.kind === 'over' && isOverNothing(state, state.next.sense)
  // A table with four chairs has them about it.
  const seats = kind === 'on' && LIGHT_SEATS.test(state.sentence.entities[subject]?.art ?? '')
  state.ties.push({ kind: above ? 'over' : seats ? 'around' : kind, subject, other: entity })
  state.vessel = undefined
  state.filling = above ? undefined : { entity, kind }
  state.group = [entity]
}

/** "With a dog in it", "met een hond erin". */
export function isSaidToBeInside({ next, sentence: { tokens } }: State): boolean {
  return next?.is === 'noun' && saysInside(tokens[next.sense.end]?.text ?? '')
}

/** "A skull with a candle on top", "a carriage with a bride on it". */
export function isSaidToBeOnTop({ next, sentence: { tokens } }: State): boolean {
  if (next?.is !== 'noun') return false
  const [on, top, of] = tokens.slice(next.sense.end, next.sense.end + 3).map(({ text }) => text)
  return on === 'on' && ((top === 'top' && of !== 'of') || top === 'it')
}

const LADEN = /^(loaded|laden|filled|heaped|piled|packed|stacked|covered|draped|topped|high)$/

/** How a noun and the "with" after it stand to each other: side by side, or with "loaded" between them. */
export function ladenUpTo({ sentence: { tokens } }: State, end: number, at: number): 'touching' | 'laden' | undefined {
  if (end === at) return 'touching'
  return tokens.slice(end, at).every(({ text }) => LADEN.test(text)) ? 'laden' : undefined
}

/** Whether somebody carries it: a basket with apples that a girl holds has them in it. */
export function isBorne({ deeds }: State, entity: number): boolean {
  return deeds.some(({ verb, patient }) => patient === entity && /^(hold|give|take|pull|push|handle|catch)$/.test(verb))
}

/** "Repairing a boat with his granddaughter": she is with him, and in no boat. */
export function isTheirCompany(state: State, { end }: Sense): boolean {
  const { next, deeds, sentence } = state
  const own = /^(his|her|their|its|my)$/.test(sentence.tokens[end]?.text ?? '')
  return own && next?.is === 'noun' && livesIn(state)(next.entity) && deeds.at(-1)?.patient !== undefined
}

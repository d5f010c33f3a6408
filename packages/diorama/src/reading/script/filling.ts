import { saysInside } from './prepositions.ts'
import { isEnumerated, isTagList } from './sentence.ts'
import { livesIn, PRONOUN, type State } from './state.ts'

const LIGHT_SEATS = /^(chair|stool|armchair|bench|office-chair)$/

/** "A shelf with a globe, a clock and three books" has all of them; a list of tags goes on with something else. */
export function isOneMore(state: State, entity: number): boolean {
  const { joining, next, sentence } = state
  if (!joining || livesIn(state)(entity) || next?.is === 'verb') return false
  if (isTagList(sentence) && !isListed(state, entity)) return false
  // "And a chair beside it": that has a place of its own.
  return !(next?.is === 'relation' && PRONOUN.test(sentence.tokens[next.sense.end]?.text ?? ''))
}

// One of an enumeration, or its last after "and".
function isListed({ sentence }: State, entity: number): boolean {
  const { at = 0 } = sentence.entities[entity]?.sense ?? {}
  const last = sentence.tokens.slice(Math.max(0, at - 3), at).some(({ text }) => text === 'and')
  return last || isEnumerated(sentence, at)
}

/** What is named next is in or on what was named before. */
export function intoVessel(state: State, subject: number, { entity, kind }: NonNullable<State['vessel']>): void {
  // "A ship with two gulls above": over it, not on it.
  const above = state.next?.is === 'relation' && state.next.kind === 'over'
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

/** "A skull with a candle on top". */
export function isSaidToBeOnTop({ next, sentence: { tokens } }: State): boolean {
  if (next?.is !== 'noun') return false
  const [on, top, of] = tokens.slice(next.sense.end, next.sense.end + 3).map(({ text }) => text)
  return on === 'on' && top === 'top' && of !== 'of'
}

/**
 * One call of a client that repeats a request by itself: the counts that its attempts carried, 0 for the first of them, and
 * when the last was seen.
 */
export type SeenAttempts = { counts: readonly number[]; at: number }

/** What is known of the answer to a call: it got lost for sure, its connection is still there, or nobody can tell. */
export type AnswerFate = 'lost' | 'connected' | 'unknown'

/** An attempt that looks for the call to which it belongs. */
export type SeekingAttempt = {
  count: number
  arrivedAt: number
  /** Its client may be gone already: a later attempt may have been here before. */
  mayBeOvertaken: boolean
}

/** What was seen, as a text to keep. */
export function writeSeen({ counts, at }: SeenAttempts): string {
  return `${at} ${counts.join(' ')}`
}

/** What was seen, from such a text; undefined for any other. */
export function readSeen(text: string): SeenAttempts | undefined {
  if (!/^\d+( \d+)+$/.test(text)) return undefined
  const [at = 0, ...counts] = text.split(' ').map(Number)
  return { counts, at }
}

/** Every count up to this one: what is known of a call whose earlier attempts made nothing. */
export function allUpTo(count: number): number[] {
  return Array.from({ length: count + 1 }, (_, each) => each)
}

/**
 * The call to which an attempt belongs, of several that ask for the same; undefined when it belongs to none. Each call is
 * given once for each count, since no client counts two attempts of a call alike. Which of several is given matters only
 * where one of them got its answer: one whose answer surely got lost goes first, and one whose client is still connected last.
 */
export function callOf<Call extends { seen: SeenAttempts; fate: AnswerFate }>(
  calls: readonly Call[],
  attempt: SeekingAttempt,
): Call | undefined {
  const fitting = calls.filter(({ seen }) => isBefore(seen, attempt) || hasOvertaken(seen, attempt))
  return fitting.sort((one, other) => rank(one, attempt) - rank(other, attempt) || other.seen.at - one.seen.at)[0]
}

function isBefore({ counts }: SeenAttempts, { count }: SeekingAttempt): boolean {
  return Math.max(...counts) < count
}

/** A repeat that was faster than what it repeats, which has been here for longer. */
function hasOvertaken({ counts, at }: SeenAttempts, attempt: SeekingAttempt): boolean {
  if (!attempt.mayBeOvertaken || counts.includes(attempt.count) || at < attempt.arrivedAt) return false
  return Math.max(...counts) > attempt.count
}

const RANKS: Record<AnswerFate, number> = { lost: 0, unknown: 2, connected: 4 }

function rank({ seen, fate }: { seen: SeenAttempts; fate: AnswerFate }, { count }: SeekingAttempt): number {
  return RANKS[fate] + (Math.max(...seen.counts) === count - 1 ? 0 : 1)
}

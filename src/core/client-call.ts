/**
 * One call of a client that repeats requests automatically: the counts of its attempts, 0 for the first, and when the
 * last one was seen.
 */
export type SeenAttempts = { counts: readonly number[]; at: number }

/**
 * What is known about the answer to a call: it was certainly lost, its connection is still open, or nobody can tell.
 */
export type AnswerFate = 'lost' | 'connected' | 'unknown'

/** An attempt that looks for the call to which it belongs. */
export type SeekingAttempt = {
  count: number
  arrivedAt: number
  /** Its client may already be gone: a later attempt may have been here before. */
  mayBeOvertaken: boolean
}

/** What was seen, as text for the store. */
export function writeSeen({ counts, at }: SeenAttempts): string {
  return `${at} ${counts.join(' ')}`
}

/** What was seen, from such text; undefined for any other. */
export function readSeen(text: string): SeenAttempts | undefined {
  if (!/^\d+( \d+)+$/.test(text)) return undefined
  const [at = 0, ...counts] = text.split(' ').map(Number)
  return { counts, at }
}

/** Every count up to this one: all that is known about a call whose earlier attempts created nothing. */
export function allUpTo(count: number): number[] {
  return Array.from({ length: count + 1 }, (_, each) => each)
}

/**
 * The call to which an attempt belongs, among several with the same content; undefined if it belongs to none. Each call
 * is returned once for each count, since no client gives two attempts of a call the same count. The choice matters only
 * if one of them got its answer: a call whose answer was certainly lost comes first, and one whose client is still
 * connected comes last.
 */
export function callOf<Call extends { seen: SeenAttempts; fate: AnswerFate }>(
  calls: readonly Call[],
  attempt: SeekingAttempt,
): Call | undefined {
  const fitting = calls.filter(({ seen }) => isBefore(seen, attempt) || hasOvertaken(seen, attempt))
  return fitting.sort((one, other) => rank(one, attempt) - rank(other, attempt) || other.seen.at - one.seen.at)[0]
}

function isBefore({ counts }: SeenAttempts, { count }: SeekingAttempt): boolean {
  return highest(counts) < count
}

/** A repeat that was faster than its original, which has been here for longer. */
function hasOvertaken({ counts, at }: SeenAttempts, attempt: SeekingAttempt): boolean {
  if (!attempt.mayBeOvertaken || counts.includes(attempt.count) || at < attempt.arrivedAt) return false
  return highest(counts) > attempt.count
}

function highest(counts: readonly number[]): number {
  return counts.reduce((one, other) => Math.max(one, other), 0)
}

const RANKS: Record<AnswerFate, number> = { lost: 0, unknown: 2, connected: 4 }

function rank({ seen, fate }: { seen: SeenAttempts; fate: AnswerFate }, { count }: SeekingAttempt): number {
  return RANKS[fate] + (highest(seen.counts) === count - 1 ? 0 : 1)
}

import type { CancelOutcome } from '../../ports/engine.ts'
import type { Fact } from './answer-facts.ts'

/** The caller of a cancellation waits for the answer; a provider that needs longer is asked again. */
export const CANCEL_WITHIN_MS = 20_000

/** A cancellation that may still succeed: nobody answered, or the answer was about something else. */
export class CancelNotTaken extends Error {
  override readonly name = 'CancelNotTaken'
}

// Errors of the key, the traffic and the provider itself say nothing about the job.
const WORTH_ANOTHER_TRY: ReadonlySet<number> = new Set([401, 403, 408, 425, 429])

/** The meaning of an answer to a cancellation, by its status; throws if a retry is worthwhile. */
export function judgeCancel({ status }: Fact): CancelOutcome {
  if (status === undefined) throw new CancelNotTaken('the provider did not respond')
  if (status < 300) return 'stopped'
  if (status === 404 || status === 410) return 'already over'
  if (status === 501 || (status < 500 && !WORTH_ANOTHER_TRY.has(status))) return 'cannot'
  throw new CancelNotTaken(`the provider responded with status ${status}`)
}

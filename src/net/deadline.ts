import type { Clock } from '../ports/runtime.ts'
import { Refused } from './refused.ts'

/** One end for everything that belongs to a request: its signal aborts at the deadline or when the caller gives up. */
export type Deadline = { readonly signal: AbortSignal; clear(): void }

/** Starts the deadline; `clear` must be called when the request is over, or the clock keeps its sleeper. */
export function startDeadline(clock: Clock, ms: number, outer?: AbortSignal): Deadline {
  const end = new AbortController()
  const cleared = new AbortController()
  const giveUp = () => end.abort(new Refused('given up by the caller'))
  if (outer?.aborted === true) giveUp()
  outer?.addEventListener('abort', giveUp, { once: true })
  const expire = async () => {
    await clock.sleep(ms, cleared.signal)
    outer?.removeEventListener('abort', giveUp)
    if (!cleared.signal.aborted) end.abort(new Refused(`not finished within ${ms} ms`))
  }
  void expire()
  return {
    signal: end.signal,
    clear() {
      cleared.abort()
      outer?.removeEventListener('abort', giveUp)
    },
  }
}

/** What `work` gives, or the signal's reason as soon as it aborts, whatever `work` does after that. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const gone = Promise.withResolvers<never>()
  const leave = () => gone.reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  try {
    // Always raced, also when it is too late: work that fails while nobody listens would end the process.
    return await Promise.race([gone.promise, work])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

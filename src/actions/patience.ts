// A server that restarts, or an outage that somebody mends, is over by then.
const PATIENCE_MS = 10 * 60_000
const PAUSE_MS = { shortest: 2_000, longest: 30_000 }

/** How long somebody who does not answer is waited for: when to ask again, and when to give up. */
export function patienceWith(awaySince: number, now: number): { over: number; pauseMs: number } {
  // As long again as it has been away.
  const pauseMs = Math.min(PAUSE_MS.longest, Math.max(PAUSE_MS.shortest, now - awaySince))
  return { over: awaySince + PATIENCE_MS, pauseMs }
}

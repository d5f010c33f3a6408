import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PaceRules } from '../server-parts.ts'

/** What is seen of a request at one look. */
export type Sighting = {
  /** Bytes that have come so far. */
  came: number
  /** Whether the whole body is here. */
  isWhole: boolean
  /** Whether bytes wait for us: then we are the slow ones. */
  isHeldBack: boolean
  /** Bytes of answers that the other side has taken so far. */
  taken: number
  /** Whether there are bytes that it has not. */
  isOwed: boolean
}

/** What is wrong with a client: its body comes too slowly, or it does not take its answer. */
export type Fault = 'slow body' | 'stalled answer'

/**
 * Judges one request, look by look. A look counts for the time between two of them, however late it comes: a process that
 * stood still for a minute must not take that for the slowness of its clients.
 */
export function paceJudge(
  rules: PaceRules,
  first: Pick<Sighting, 'came' | 'taken'>,
): (seen: Sighting) => Fault | undefined {
  let waitedMs = 0
  let stalledMs = 0
  let { taken } = first
  return (seen) => {
    if (!seen.isWhole && !seen.isHeldBack) waitedMs += rules.lookEveryMs
    const due = ((waitedMs - rules.graceMs) / 1000) * rules.minBytesPerSecond
    if (!seen.isWhole && waitedMs > rules.graceMs && seen.came - first.came < due) return 'slow body'
    stalledMs = seen.isOwed && seen.taken === taken ? stalledMs + rules.lookEveryMs : 0
    taken = seen.taken
    return stalledMs >= rules.stalledAfterMs ? 'stalled answer' : undefined
  }
}

/** Looks at a request as it is now. */
export function sightingOf(request: IncomingMessage, response: ServerResponse): Sighting {
  const { socket } = request
  return {
    came: socket.bytesRead,
    isWhole: request.complete || request.destroyed,
    isHeldBack: request.readableLength > 0,
    taken: socket.bytesWritten - socket.writableLength,
    isOwed: socket.writableLength > 0 && response.headersSent,
  }
}

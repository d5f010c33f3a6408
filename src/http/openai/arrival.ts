import type { FastifyReply } from 'fastify'
import type { Attempt } from '../../actions/tasks/adopt-retry.ts'
import type { Clock } from '../../ports/runtime.ts'
import { idempotencyKeyOf } from '../edge/idempotency-key.ts'
import { isFromClient, refusedAs } from './given-answers.ts'

/** How a request came, and what it is called where its caller gave it a name. */
export type Arrival = Attempt & { idempotencyKey: string | null }

// What clients made from OpenAI's specification wait at least before they repeat a request: half a second, less a quarter.
const FASTEST_REPEAT_MS = 375

/**
 * Reads it from the head alone, by the mark that these clients put on what they repeat by themselves. To be asked for before
 * the body: whatever is wrong here must be found before pictures are taken in.
 */
export function arrivalOf({ request, raw }: FastifyReply, clock: Clock): Arrival {
  const begunAt = clock.elapsed()
  // A client that gives up closes its connection; whether one before us passes that on, nobody knows.
  const mayBeOvertaken = (): boolean =>
    raw.destroyed || (!isFromClient(request) && clock.elapsed() - begunAt >= FASTEST_REPEAT_MS)
  return {
    count: attemptCount(request.headers) ?? 0,
    arrivedAt: clock.now(),
    mayBeOvertaken,
    refusedAs: refusedAs(request),
    idempotencyKey: idempotencyKeyOf(request),
  }
}

/** How often the client has sent this before; undefined where it does not say. */
export function attemptCount(headers: Readonly<Record<string, unknown>>): number | undefined {
  const count = headers['x-stainless-retry-count']
  return typeof count === 'string' && /^\d{1,6}$/.test(count) ? Number(count) : undefined
}

import type { FastifyRequest } from 'fastify'
import type { Attempt } from '../../actions/adopt-retry.ts'
import type { Clock } from '../../ports/runtime.ts'
import { idempotencyKeyOf } from '../edge/idempotency-key.ts'

/** How a request came, and what it is called where its caller gave it a name. */
export type Arrival = Attempt & { idempotencyKey: string | null }

/**
 * Reads it from the head alone, by the mark that these clients put on what they repeat by themselves. To be asked for before
 * the body: whatever is wrong here must be found before pictures are taken in.
 */
export function arrivalOf(request: FastifyRequest, clock: Clock): Arrival {
  const count = request.headers['x-stainless-retry-count']
  const isRetry = typeof count === 'string' && /^[1-9]\d{0,5}$/.test(count)
  return { isRetry, arrivedAt: clock.now(), idempotencyKey: idempotencyKeyOf(request) }
}

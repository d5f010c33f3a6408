import type { FastifyRequest } from 'fastify'
import type { Attempt } from '../../actions/adopt-retry.ts'
import type { Clock } from '../../ports/runtime.ts'

/** How a request came, by the mark that these clients put on what they repeat by themselves. */
export function attemptOf({ headers }: FastifyRequest, clock: Clock): Attempt {
  const count = headers['x-stainless-retry-count']
  return { isRetry: typeof count === 'string' && /^[1-9]\d{0,5}$/.test(count), arrivedAt: clock.now() }
}

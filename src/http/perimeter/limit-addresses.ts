import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../core/errors.ts'
import { takeUnit, type Rate, type RateAnswer } from '../../core/money/rate-bucket.ts'
import type { Clock, Log } from '../../ports/runtime.ts'
import { groupOf } from './connection-caps.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How many requests per minute one address may send to public routes. */
    perAddress?: number
  }
}

const MINUTE_MS = 60_000
// The oldest addresses are forgotten, so that memory is limited.
const MOST_ADDRESSES = 20_000

/** A separate rate for each client address. */
export type AddressRate = {
  /** The result of one more request; undefined for an address without recent requests. */
  look(address: string): RateAnswer | undefined
  take(address: string): RateAnswer
}

/** Counts by address. The first request in a while that takes the last unit is reported to the operator as `flood`. */
export function addressRate({ clock, log }: { clock: Clock; log: Log }, rate: Rate, flood: string): AddressRate {
  const fullAt = new Map<string, number>()
  return {
    look(address) {
      // Every request with a key passes here, and mostly nothing was ever counted.
      const known = fullAt.size === 0 ? undefined : fullAt.get(groupOf(address))
      return known === undefined ? undefined : takeUnit(rate, known, clock.elapsed()).answer
    },
    take(address) {
      const group = groupOf(address)
      const { answer, fullAt: full } = takeUnit(rate, fullAt.get(group) ?? 0, clock.elapsed())
      putLast(fullAt, group, full, MOST_ADDRESSES)
      if (answer.isAllowed && answer.remaining === 0)
        log.warn(flood, {
          address,
          advice:
            'List the proxies in front of the service in MEDIAGEN_TRUST_PROXY, so that each client counts separately.',
        })
      return answer
    },
  }
}

/** Remembers something, and forgets the oldest entry. */
export function putLast<Value>(map: Map<string, Value>, name: string, value: Value, most: number): void {
  map.delete(name)
  map.set(name, value)
  for (const oldest of map.keys()) {
    if (map.size <= most) return
    map.delete(oldest)
  }
}

/** Limits the requests of one address to open routes that declare `perAddress`, before a byte of a body is read. */
export function limitAddresses(
  app: FastifyInstance,
  deps: { clock: Clock; log: Log },
  addressOf: (raw: FastifyRequest['raw']) => string | null,
): void {
  const rates = new Map<string, AddressRate>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { url = '', config } = request.routeOptions
    const { perAddress: units } = config
    const address = units === undefined ? null : addressOf(request.raw)
    if (units === undefined || address === null) return done()
    // GET and HEAD of a route have the same limit, and count together.
    const name = `${url} ${units}`
    const rate =
      rates.get(name) ?? addressRate(deps, { units, windowMs: MINUTE_MS }, 'too many requests from one address')
    rates.set(name, rate)
    const { isAllowed, retryInMs } = rate.take(address)
    if (isAllowed) return done()
    const message = `One address may send at most ${units} of these requests per minute. Wait for the time given in Retry-After.`
    done(new AppError('rate_limit_exceeded', message, { retryAfterSeconds: retryInMs / 1000 }))
  })
}

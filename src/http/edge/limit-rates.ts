import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { userAccountId } from '../../core/money/account.ts'
import type { ApiKey } from '../../core/keys/api-key.ts'
import { AppError } from '../../core/errors.ts'
import type { Limits } from '../../core/money/limits.ts'
import { takeUnit, type RateAnswer } from '../../core/money/rate-bucket.ts'
import type { Clock } from '../../ports/runtime.ts'
import { END_USER_HEADER, endUserOf } from './request-headers.ts'

/** How a request is counted: it creates something, or it only reads. */
export type Asks = 'create' | 'read'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Creates something, although what it creates decides which scope is needed. */
    makes?: true
  }
  interface FastifyRequest {
    /** The end user for whom the caller asks, if a header says so. */
    endUser: string | null
  }
  interface FastifyReply {
    /** Counts one more request of this kind for its key and this end user; throws if there are too many. */
    countOne(asks: Asks, endUser: string | null, whose?: 'both' | 'user'): void
  }
}

const WINDOW_SECONDS = 60
// Callers choose the names of end users: the rates of those with the oldest requests are forgotten, so that memory is
// limited.
const MOST_USERS = 20_000

/**
 * Enforces the requests per minute, by key and by end user, before a byte of a body is read. Each process counts
 * separately: with several processes, a key gets this much from each. Keys without such limits are not even looked up.
 */
export function limitRates(app: FastifyInstance, { clock }: { clock: Clock }): void {
  const buckets = { keys: new Map<string, number>(), users: new Map<string, number>() }
  const take = (policy: Policy, of: Map<string, number>): RateAnswer => {
    const { answer, fullAt } = takeUnit(
      { units: policy.units, windowMs: WINDOW_SECONDS * 1000 },
      of.get(policy.bucket) ?? 0,
      clock.elapsed(),
    )
    of.delete(policy.bucket)
    of.set(policy.bucket, fullAt)
    return answer
  }
  const count = (caller: ApiKey, asked: Counted): Held[] => {
    const held: Held[] = []
    const own = asked.whose === 'both' ? policyOf(asked.asks, caller.id, caller.limits) : undefined
    if (own !== undefined) held.push({ policy: own, answer: take(own, buckets.keys) })
    const { endUser } = asked
    if (endUser === null || caller.userLimits === null) return held
    const ofUser = policyOf(asked.asks, userAccountId(caller.id, endUser), caller.userLimits)
    if (ofUser === undefined) return held
    held.push({ policy: { ...ofUser, name: `${ofUser.name}-user` }, answer: take(ofUser, buckets.users) })
    for (const oldest of buckets.users.keys()) {
      if (buckets.users.size <= MOST_USERS) break
      buckets.users.delete(oldest)
    }
    return held
  }

  app.decorateRequest('endUser', null)
  app.decorateReply('countOne', function (this: FastifyReply, asks, endUser, whose = 'both') {
    const { caller } = this.request
    if (hasNoRate(caller)) return
    const held = count(caller, { asks, endUser, whose })
    tell(this, held)
    const full = held.find(({ answer }) => !answer.isAllowed)
    if (full !== undefined) throw tooMany(full)
  })
  // Every poll passes here: without rates and end users, it costs a look at three properties.
  app.addHook('onRequest', (request, reply, done) => {
    const { caller } = request
    if (caller === undefined || (hasNoRate(caller) && request.headers[END_USER_HEADER] === undefined)) return done()
    try {
      request.endUser = endUserOf(request)
      reply.countOne(kindOf(request), request.endUser)
      done()
    } catch (error) {
      done(error as Error)
    }
  })
}

type Counted = { asks: Asks; endUser: string | null; whose: 'both' | 'user' }
type Policy = { name: string; bucket: string; units: number }
type Held = { policy: Policy; answer: RateAnswer }

function policyOf(asks: Asks, account: string, limits: Limits): Policy | undefined {
  const units = asks === 'create' ? limits.createsPerMinute : limits.readsPerMinute
  return units === null ? undefined : { name: asks, bucket: `${asks} ${account}`, units }
}

function hasNoRate({ limits, userLimits }: ApiKey): boolean {
  const without = ({ createsPerMinute, readsPerMinute }: Limits): boolean =>
    createsPerMinute === null && readsPerMinute === null
  return without(limits) && (userLimits === null || without(userLimits))
}

/** A request that needs a scope for creating things creates something; other methods only read. */
function kindOf({ method, routeOptions }: FastifyRequest): Asks {
  const { auth, makes } = routeOptions.config
  const needsSuchScope = auth === 'images:write' || auth === 'videos:write'
  return makes === true || (method === 'POST' && needsSuchScope) ? 'create' : 'read'
}

/** In the form of the IETF draft "RateLimit header fields for HTTP". */
function tell(reply: FastifyReply, held: readonly Held[]): void {
  if (held.length === 0) return
  const policies = held.map(({ policy }) => `"${policy.name}";q=${policy.units};w=${WINDOW_SECONDS}`)
  const states = held.map(
    ({ policy, answer }) => `"${policy.name}";r=${answer.remaining};t=${Math.ceil(answer.fullInMs / 1000)}`,
  )
  reply.header('ratelimit-policy', [reply.getHeader('ratelimit-policy') ?? [], ...policies].flat().join(', '))
  reply.header('ratelimit', [reply.getHeader('ratelimit') ?? [], ...states].flat().join(', '))
}

function tooMany({ policy, answer }: Held): AppError {
  const [what = '', user] = policy.name.split('-')
  const kind = what === 'create' ? 'requests that create resources' : 'requests that read'
  const whose = user === undefined ? 'This API key' : 'This end user'
  const message = `${whose} may send at most ${policy.units} ${kind} per minute. Wait for the time given in Retry-After.`
  return new AppError('rate_limit_exceeded', message, { retryAfterSeconds: answer.retryInMs / 1000 })
}

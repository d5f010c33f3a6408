import { signingSecrets } from '../../core/keys/api-key.ts'
import { type Delivery, parseRetryAfter, pauseAfterAttempt } from '../../core/webhook.ts'
import { traceField, type TraceContext } from '../../core/trace-context.ts'
import type { Clock, GuardedFetch, Log, Random } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import type { ClaimedDelivery, DeliveryResult } from '../../ports/store/deliveries.ts'
import type { Tracer } from '../../ports/telemetry.ts'
import { retryUntilStored } from '../running/retry-until-stored.ts'
import { postWebhook, type PostResult } from './post-webhook.ts'

export type DeliverDeps = {
  store: Pick<Store, 'deliveries' | 'keys'>
  fetch: GuardedFetch
  clock: Clock
  random: Random
  log: Log
  tracer?: Tracer | undefined
}

const GONE = 410
// What a receiver, or whatever stands in front of it, says when it cannot keep up.
const OVERLOADED = new Set([429, 502, 503, 504])

/**
 * Sends a claimed delivery once and records what came of it; tells whether its host is well. The signal is the stop of
 * the process: the attempt is cut off, and whoever starts next makes it again at once, under the same id.
 */
export async function deliverWebhook(
  deps: DeliverDeps,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<boolean> {
  const key = await deps.store.keys.find(delivery.keyId)
  const at = deps.clock.now()
  const secrets = key === undefined ? [] : signingSecrets(key, at)
  const { url, body, traceParent } = delivery
  const post = (trace: TraceContext | null): Promise<PostResult> =>
    postWebhook(deps, { webhookId: delivery.id, url, body, secrets, trace }, signal)
  const posted = await (deps.tracer?.attempt(delivery, post) ?? post(traceParent))
  const wasCutOff = posted.status === null && signal.aborted
  const result = wasCutOff ? cutOff(deps, at, posted) : await judge(deps, delivery, at, posted)
  const lease = { id: delivery.id, token: delivery.leaseToken ?? '' }
  const stored = await retryUntilStored(deps, () => deps.store.deliveries.record(lease, result), signal)
  // Not the address: callers put passwords into its query.
  deps.log.info('webhook attempt', {
    deliveryId: delivery.id,
    taskId: delivery.taskId,
    ...traceField(traceParent),
    host: delivery.host,
    status: result.status,
    http: posted.status,
    ms: posted.durationMs,
    error: result.attempt.error,
    detail: posted.detail,
    stored,
  })
  return posted.status !== null && !OVERLOADED.has(posted.status)
}

async function judge(deps: DeliverDeps, delivery: Delivery, at: number, posted: PostResult): Promise<DeliveryResult> {
  const attempt = attemptOf(at, posted)
  if (posted.error === null) return { attempt, status: 'delivered', nextRunAt: null }
  if (posted.status === GONE) return { attempt, status: 'dead', nextRunAt: null }
  // Asked now and not at the claim: someone may have sent it again by hand meanwhile, and then it has all its attempts
  // before it, also when the one that just failed was the tenth.
  const rows = await deps.store.deliveries.ofTask(delivery.taskId)
  const { round } = rows.find(({ id }) => id === delivery.id) ?? delivery
  const now = deps.clock.now()
  const pause = pauseAfterAttempt(round + 1, deps.random.fraction(), parseRetryAfter(posted.retryAfter, now))
  if (pause === undefined) return { attempt, status: 'dead', nextRunAt: null }
  return { attempt, status: 'pending', nextRunAt: now + pause }
}

function cutOff(deps: DeliverDeps, at: number, posted: PostResult): DeliveryResult {
  const error = 'The service was stopped before the receiver answered.'
  const attempt = { ...attemptOf(at, posted), error }
  return { attempt, status: 'pending', nextRunAt: deps.clock.now(), costsNoRound: true }
}

function attemptOf(at: number, { durationMs, status, error, answer }: PostResult): DeliveryResult['attempt'] {
  return { at, durationMs, status, error, answer }
}

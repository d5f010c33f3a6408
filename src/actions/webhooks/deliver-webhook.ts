import { type ApiKey, signingSecrets } from '../../core/keys/api-key.ts'
import { eventOf, type EventSettings, type ServiceEvent } from '../../core/service-event.ts'
import { isOfTask, OPERATORS, parseRetryAfter, pauseAfterAttempt } from '../../core/webhook.ts'
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
  /** The secret that signs the events of operators. */
  eventsTo?: EventSettings | undefined
}

const GONE = 410
// Half an hour after the first attempt: long enough for a restart, and two days before the last attempt.
const FAILING_AFTER_ROUNDS = 4
const DAY_MS = 86_400_000
// The statuses with which a receiver, or a proxy in front of it, says that it cannot keep up.
const OVERLOADED = new Set([429, 502, 503, 504])

/**
 * Sends a claimed delivery once and records the outcome; returns whether its host is well. The signal is the stop of
 * the process: the attempt is interrupted, and the next process makes it again at once, under the same id.
 */
export async function deliverWebhook(
  deps: DeliverDeps,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<boolean> {
  const key = delivery.keyId === OPERATORS ? undefined : await deps.store.keys.find(delivery.keyId)
  const at = deps.clock.now()
  const secrets = key === undefined ? operatorsSecrets(deps, delivery) : signingSecrets(key, at)
  const { url, body, traceParent } = delivery
  if (delivery.keyId === OPERATORS && deps.eventsTo === undefined) return dropped(deps, delivery, at)
  const post = (trace: TraceContext | null): Promise<PostResult> =>
    postWebhook(deps, { webhookId: delivery.id, url, body, secrets, trace }, signal)
  const posted = await (deps.tracer?.attempt(delivery, post) ?? post(traceParent))
  const wasCutOff = posted.status === null && signal.aborted
  const result = wasCutOff ? cutOff(deps, at, posted) : await judge(deps, { delivery, key }, at, posted)
  const lease = { id: delivery.id, token: delivery.leaseToken ?? '' }
  const stored = await retryUntilStored(deps, () => deps.store.deliveries.record(lease, result), signal)
  // Not the whole URL: callers put passwords into its query.
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

/** The receiver is no longer wanted: a URL that the operator has removed from the settings gets no more requests. */
async function dropped({ store }: DeliverDeps, { id, leaseToken }: ClaimedDelivery, at: number): Promise<boolean> {
  const attempt = { at, durationMs: 0, status: null, error: 'MEDIAGEN_EVENTS_URL is no longer set.', answer: '' }
  await store.deliveries.record({ id, token: leaseToken ?? '' }, { attempt, status: 'dead', nextRunAt: null })
  return true
}

/** The secret that signs an event of operators; a key that is gone signs nothing. */
function operatorsSecrets({ eventsTo }: DeliverDeps, { keyId }: ClaimedDelivery): string[] {
  return keyId === OPERATORS && eventsTo !== undefined ? [eventsTo.secret.reveal()] : []
}

/** A delivery, and the key that owns it. */
type Owned = { delivery: ClaimedDelivery; key: ApiKey | undefined }

async function judge(deps: DeliverDeps, owned: Owned, at: number, posted: PostResult): Promise<DeliveryResult> {
  const { delivery } = owned
  const attempt = attemptOf(at, posted)
  if (posted.error === null) return { attempt, status: 'delivered', nextRunAt: null }
  if (posted.status === GONE) return { attempt, status: 'dead', nextRunAt: null, ...failing(owned, attempt, true) }
  // Checked now and not at the claim: someone may have resent it meanwhile. Then it has all its attempts ahead, even if
  // the failed one was the tenth.
  const rows = await deps.store.deliveries.ofTask(delivery.taskId)
  const { round } = rows.find(({ id }) => id === delivery.id) ?? delivery
  const now = deps.clock.now()
  const pause = pauseAfterAttempt(round + 1, deps.random.fraction(), parseRetryAfter(posted.retryAfter, now))
  if (pause === undefined) return { attempt, status: 'dead', nextRunAt: null, ...failing(owned, attempt, true) }
  const told = round + 1 === FAILING_AFTER_ROUNDS ? failing(owned, attempt, false) : {}
  return { attempt, status: 'pending', nextRunAt: now + pause, ...told }
}

/**
 * Operators are informed once a day for each host of a key. They cannot be informed this way that their own URL fails.
 */
function failing(
  { delivery, key }: Owned,
  { at, status, error }: DeliveryResult['attempt'],
  isGivenUp: boolean,
): { raises?: ServiceEvent } {
  const { keyId, taskId, host, attempts } = delivery
  if (!isOfTask(delivery.event)) return {}
  const day = new Date(Math.floor(at / DAY_MS) * DAY_MS).toISOString().slice(0, 10)
  const data = { host, taskId, attempts: attempts + 1, isGivenUp, status, error }
  const whose = { subject: `webhook/${keyId}/${host}`, keyId, project: key?.project ?? null }
  return {
    raises: eventOf({
      cause: `${keyId}/${host}/${day}`,
      event: 'webhook.failing',
      ...whose,
      data,
      createdAt: at,
    }),
  }
}

function cutOff(deps: DeliverDeps, at: number, posted: PostResult): DeliveryResult {
  const error = 'The service stopped before the receiver responded.'
  const attempt = { ...attemptOf(at, posted), error }
  return { attempt, status: 'pending', nextRunAt: deps.clock.now(), costsNoRound: true }
}

function attemptOf(at: number, { durationMs, status, error, answer }: PostResult): DeliveryResult['attempt'] {
  return { at, durationMs, status, error, answer }
}

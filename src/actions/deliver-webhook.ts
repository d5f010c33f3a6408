import type { ApiKey } from '../core/api-key.ts'
import { BodyError } from '../core/body-error.ts'
import type { Delivery } from '../core/delivery.ts'
import { checkWebhookUrl } from '../core/generation-request.ts'
import { randomBase62 } from '../core/random-text.ts'
import { signatureHeaders } from '../core/signature.ts'
import { webhookBody } from '../core/webhook-payload.ts'
import { MAX_DELIVERY_ATTEMPTS, parseRetryAfter, pauseAfterAttempt } from '../core/webhook-schedule.ts'
import type { Clock, GuardedFetch, Log, Random } from '../ports/runtime.ts'
import type { DeliveryResult, Store } from '../ports/store.ts'
import { insist } from './insist.ts'
import { signingSecrets } from './manage-keys.ts'

export type DeliverDeps = { store: Store; fetch: GuardedFetch; clock: Clock; random: Random; log: Log }

// One deadline for the whole attempt; the lease outlasts it, so no second worker sends meanwhile.
const DEADLINE_MS = 15_000
const MAX_ANSWER_BYTES = 64 * 1024
const KEPT_ANSWER_CHARACTERS = 4 * 1024
const GONE = 410

/** What one POST to a receiver came to. */
export type PostResult = {
  status: number | null
  error: string | null
  answer: string
  retryAfter: string | undefined
  durationMs: number
}

/** Sends a claimed delivery once and records what came of it; tells whether the receiver answered at all. */
export async function deliverWebhook(deps: DeliverDeps, delivery: Delivery): Promise<boolean> {
  const key = await deps.store.keys.find(delivery.keyId)
  const at = deps.clock.now()
  const secrets = key === undefined ? [] : signingSecrets(key, at)
  const posted = await postWebhook(deps, {
    webhookId: delivery.id,
    url: delivery.url,
    body: delivery.body,
    secrets,
  })
  const result = judge(deps, delivery, at, posted)
  const lease = { id: delivery.id, token: delivery.leaseToken ?? '' }
  const stored = await insist(deps, () => deps.store.deliveries.record(lease, result))
  const { status } = result
  deps.log.info('webhook attempt', {
    deliveryId: delivery.id,
    taskId: delivery.taskId,
    status,
    http: posted.status,
    error: posted.error,
    stored,
  })
  return posted.status !== null
}

/** Sends a sample event to an address and reports what happened; nothing is stored or repeated. */
export async function sendTestWebhook(
  deps: Omit<DeliverDeps, 'store' | 'log'>,
  caller: ApiKey,
  address: string,
): Promise<PostResult & { webhookId: string }> {
  const url = checkWebhookUrl(address, 'url')
  const webhookId = `msg_test_${randomBase62(16, deps.random.bytes)}`
  const now = deps.clock.now()
  const sample = {
    id: '0'.repeat(22),
    startedAt: now,
    finishedAt: now,
    error: { code: 'cancelled', message: 'This is a test: no task has ended.' },
  } as const
  const body = webhookBody({ ...sample, outputs: [], publicUrl: '' })
  return { webhookId, ...(await postWebhook(deps, { webhookId, url, body, secrets: signingSecrets(caller, now) })) }
}

/** POSTs a signed body to a receiver and reports what happened; it never throws for what the receiver does. */
export async function postWebhook(
  deps: Pick<DeliverDeps, 'fetch' | 'clock'>,
  message: { webhookId: string; url: string; body: string; secrets: readonly string[] },
): Promise<PostResult> {
  const { webhookId, url, body, secrets } = message
  const startedAt = deps.clock.now()
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'mediagen-webhook/1',
    ...signatureHeaders({ webhookId, atMs: startedAt, body, secrets }),
  }
  const limits = { maxRedirects: 0, deadlineMs: DEADLINE_MS, maxBytes: MAX_ANSWER_BYTES, excess: 'cut' } as const
  const answer = await deps.fetch.request({
    url,
    method: 'POST',
    headers,
    body,
    ...limits,
  })
  const durationMs = (): number => deps.clock.now() - startedAt
  if (!answer.ok) {
    return {
      status: null,
      error: 'The receiver could not be reached within 15 s.',
      answer: '',
      retryAfter: undefined,
      durationMs: durationMs(),
    }
  }
  const { status } = answer
  const retryAfter = answer.headers['retry-after']
  const text = await readAnswer(answer.body)
  if (text === undefined) {
    return {
      status,
      error: 'The receiver did not finish its answer within 15 s.',
      answer: '',
      retryAfter,
      durationMs: durationMs(),
    }
  }
  const error =
    status >= 200 && status < 300 ? null : `The receiver answered with status ${status}; only 2xx counts as received.`
  return { status, error, answer: text, retryAfter, durationMs: durationMs() }
}

function judge(deps: DeliverDeps, delivery: Delivery, at: number, posted: PostResult): DeliveryResult {
  const { status, error, answer, durationMs, retryAfter } = posted
  const attempt = { at, durationMs, status, error, answer }
  if (error === null) return { attempt, status: 'delivered', nextRunAt: null }
  const number = delivery.round + 1
  const now = deps.clock.now()
  const pause =
    status === GONE || number >= MAX_DELIVERY_ATTEMPTS
      ? undefined
      : pauseAfterAttempt(number, deps.random.fraction(), parseRetryAfter(retryAfter, now))
  if (pause === undefined) return { attempt, status: 'dead', nextRunAt: null }
  return { attempt, status: 'pending', nextRunAt: now + pause }
}

/** The beginning of an answer as text; undefined when it broke off or came too slowly. */
async function readAnswer(body: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of body) {
      if (text.length < KEPT_ANSWER_CHARACTERS) text += decoder.decode(chunk, { stream: true })
    }
  } catch (error) {
    if (error instanceof BodyError) return undefined
    throw error
  }
  // U+0000 cannot be stored in every database.
  return text.slice(0, KEPT_ANSWER_CHARACTERS).replaceAll('\u0000', '\ufffd').toWellFormed()
}

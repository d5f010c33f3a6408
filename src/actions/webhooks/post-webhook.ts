import { type ApiKey, signingSecrets } from '../../core/keys/api-key.ts'
import { BodyError } from '../../core/body-error.ts'
import { checkWebhookUrl } from '../../core/tasks/generation-request.ts'
import { randomBase62 } from '../../core/text/random-text.ts'
import { signatureHeaders, WEBHOOK_EVENTS } from '../../core/webhook.ts'
import { type TraceContext, traceHeaders } from '../../core/trace-context.ts'
import type { Clock, GuardedFetch, Random } from '../../ports/runtime.ts'

// One deadline for the whole attempt, from the name lookup to the last byte of the answer.
const DEADLINE_MS = 15_000
const MAX_ANSWER_BYTES = 64 * 1024
const KEPT_ANSWER_BYTES = 4 * 1024
// With constant rotations, the header would otherwise grow until receivers refuse its size.
const MAX_SIGNATURES = 10

export type WebhookMessage = {
  webhookId: string
  url: string
  body: string
  /** Newest first; each signs. */
  secrets: readonly string[]
  /** The place in a trace that the receiver is told; absent and null mean none. */
  trace?: TraceContext | null
}

/** The outcome of one POST to a receiver. */
export type PostResult = {
  /** Null when no answer came. */
  status: number | null
  /** Why it does not count as received; null if it does. */
  error: string | null
  /** The first 4 KiB of the answer. */
  answer: string
  retryAfter: string | undefined
  durationMs: number
  /** What went wrong on the way, only for the operator's log. */
  detail: string | undefined
}

/** POSTs a signed body to a receiver and reports what happened; it never throws because of the receiver. */
export async function postWebhook(
  deps: { fetch: GuardedFetch; clock: Clock },
  message: WebhookMessage,
  signal?: AbortSignal,
): Promise<PostResult> {
  const { webhookId, url, body, secrets, trace = null } = message
  const startedAt = deps.clock.now()
  const begun = deps.clock.elapsed()
  const durationMs = (): number => Math.round(deps.clock.elapsed() - begun)
  const signed = signatureHeaders({ webhookId, atMs: startedAt, body, secrets: secrets.slice(0, MAX_SIGNATURES) })
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'mediagen-webhook/1',
    ...traceHeaders(trace),
    ...signed,
  }
  const limits = { maxRedirects: 0, deadlineMs: DEADLINE_MS, maxBytes: MAX_ANSWER_BYTES, excess: 'cut' } as const
  const stop = signal === undefined ? {} : { signal }
  const answer = await deps.fetch.request({ url, method: 'POST', headers, body, ...limits, ...stop })
  if (!answer.ok) {
    return {
      status: null,
      error: 'The receiver could not be reached.',
      answer: '',
      retryAfter: undefined,
      durationMs: durationMs(),
      detail: answer.detail,
    }
  }
  const { status } = answer
  const { text, brokeOff } = await readAnswer(answer.body)
  return {
    status,
    // Only the status decides. A receiver that said 200 has the event, even if the rest of its answer never came: to
    // count that as a failure would send it the same event ten times.
    error: isSuccess(status) ? null : `The receiver responded with status ${status}; only 2xx counts as delivered.`,
    answer: text,
    retryAfter: answer.headers['retry-after'],
    durationMs: durationMs(),
    detail: brokeOff,
  }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

/** The beginning of an answer as text that every database accepts, and why it broke off, if it did. */
async function readAnswer(body: AsyncIterable<Uint8Array>): Promise<{ text: string; brokeOff: string | undefined }> {
  const kept: Uint8Array[] = []
  let room = KEPT_ANSWER_BYTES
  let brokeOff: string | undefined
  try {
    for await (const chunk of body) {
      // Copied, because otherwise a few kept bytes would hold on to the whole buffer.
      if (room > 0) kept.push(Uint8Array.from(chunk.subarray(0, room)))
      room -= Math.min(room, chunk.length)
    }
  } catch (error) {
    if (!(error instanceof BodyError)) throw error
    brokeOff = error.message
  }
  // As a stream, so that a character cut by the limit is left out. Not every database can store U+0000.
  const text = new TextDecoder().decode(Buffer.concat(kept), { stream: true })
  return { text: text.replaceAll('\u0000', '\ufffd'), brokeOff }
}

/** Sends a sample event to a URL and reports what happened; nothing is stored or repeated. */
export async function sendTestWebhook(
  deps: { fetch: GuardedFetch; clock: Clock; random: Random },
  { caller, address, signal }: { caller: ApiKey; address: string; signal: AbortSignal },
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
  const body = WEBHOOK_EVENTS['task.completed'].body({ ...sample, outputs: [], bases: { publicUrl: () => '' } })
  const secrets = signingSecrets(caller, now)
  return { webhookId, ...(await postWebhook(deps, { webhookId, url, body, secrets }, signal)) }
}

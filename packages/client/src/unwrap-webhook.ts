import type { WebhookEvent } from './api-types.ts'
import { WebhookVerificationError } from './errors.ts'
import type { Runtime } from './runtime.ts'
import { isSigned } from './webhook-signature.ts'

// An older webhook may be a replay.
const TOLERANCE_SECONDS = 300

type HeadersLike = Headers | Readonly<Record<string, string | readonly string[] | undefined>>
export type ReceivedWebhook = Request | { body: string | Uint8Array; headers: HeadersLike }
export type UnwrapOptions = {
  /** `whsec_…`, or several during a rotation. Default: MEDIAGEN_WEBHOOK_SECRET. */
  secret?: string | readonly string[]
  toleranceSeconds?: number
}

/** The content of a webhook, after checking that it is genuine and recent. */
export async function unwrapWebhook(
  runtime: Runtime,
  received: ReceivedWebhook,
  { secret, toleranceSeconds = TOLERANCE_SECONDS }: UnwrapOptions,
): Promise<WebhookEvent> {
  const secrets = [secret ?? []].flat()
  if (secrets.length === 0)
    throw new WebhookVerificationError('There is no secret: pass one, or set MEDIAGEN_WEBHOOK_SECRET.')
  const header = headerOf(received.headers)
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(header)
  if (id === undefined || timestamp === undefined || signatures === undefined)
    throw new WebhookVerificationError(
      'A webhook requires the headers webhook-id, webhook-timestamp and webhook-signature.',
    )
  const message = { id, timestamp, body: await textOf(received) }
  const fits = await Promise.all(secrets.map((each) => isSigned(each, message, signatures)))
  if (!fits.includes(true))
    throw new WebhookVerificationError(
      'No signature matches. Verify the raw body, with the webhook secret of the key that made the request.',
    )
  if (!(Math.abs(runtime.now() / 1000 - Number(timestamp)) <= toleranceSeconds))
    throw new WebhookVerificationError('The webhook is too old, or a clock is wrong.')
  return JSON.parse(message.body) as WebhookEvent
}

function headerOf(headers: HeadersLike): (name: string) => string | undefined {
  if (headers instanceof Headers) return (name) => headers.get(name) ?? undefined
  const all = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat()[0]]))
  return (name) => all.get(name)
}

async function textOf(received: ReceivedWebhook): Promise<string> {
  if (received instanceof Request) return received.text()
  return typeof received.body === 'string' ? received.body : new TextDecoder().decode(received.body)
}

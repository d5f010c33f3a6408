import { apiPromise, type ApiPromise } from './api-promise.ts'
import type {
  Delivery,
  GetWebhookSecretAnswer,
  ListAllDeliveriesQuery,
  ListedDelivery,
  RedeliverSinceAnswer,
  RotateWebhookSecretAnswer,
  TestWebhookAnswer,
  WebhookEvent,
  WholeDelivery,
} from './api-types.ts'
import { listOf, type PagePromise } from './page.ts'
import type { CallOptions, Transport } from './transport.ts'
import { unwrapWebhook, type ReceivedWebhook, type UnwrapOptions } from './unwrap-webhook.ts'
import { signatureOf } from './webhook-signature.ts'

export type SignOptions = { secret: string; id?: string; timestampSeconds?: number }
export type WebhookHeaders = { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string }

export type Webhooks = {
  /**
   * Checks that a webhook is genuine and recent, and returns its content. Pass a `Request`, or the **raw** body with its
   * headers.
   */
  unwrap(received: ReceivedWebhook, options?: UnwrapOptions): Promise<WebhookEvent>
  /** The headers that the service would send with a body, for testing a receiver. */
  sign(body: string, options: SignOptions): Promise<WebhookHeaders>
  /** The deliveries of all tasks of this key, newest first. */
  list(query?: ListAllDeliveriesQuery, options?: CallOptions): PagePromise<ListedDelivery>
  /** A delivery by its webhook id: its request, and the response to each attempt. */
  get(webhookId: string, options?: CallOptions): ApiPromise<WholeDelivery>
  /** The deliveries of a task, with their attempts. */
  deliveries(taskId: string, options?: CallOptions): PagePromise<Delivery>
  /** Resends one delivery of a task, or every undelivered event since a time. */
  redeliver(taskId: string, number?: number, options?: CallOptions): ApiPromise<Delivery>
  redeliver(since: Date, options?: CallOptions): ApiPromise<RedeliverSinceAnswer>
  /** Sends a signed sample to a URL and returns the outcome. */
  test(url: string, options?: CallOptions): ApiPromise<TestWebhookAnswer>
  /** The secrets that sign the webhooks of this key, newest first. */
  secrets(options?: CallOptions): ApiPromise<GetWebhookSecretAnswer['secrets']>
  /** Creates a new secret; the old one keeps signing for another 24 hours. */
  rotateSecret(options?: CallOptions): ApiPromise<string>
}

export function webhooksOf(transport: Transport, webhookSecret: string | undefined): Webhooks {
  const { runtime } = transport
  const post = { method: 'POST', repeatable: 'if refused' } as const
  const get = { method: 'GET', repeatable: 'always' } as const
  const pathOf = (taskId: string): string => `/api/ai/tasks/${encodeURIComponent(taskId)}/deliveries`

  function redeliver(taskId: string, number?: number, options?: CallOptions): ApiPromise<Delivery>
  function redeliver(since: Date, options?: CallOptions): ApiPromise<RedeliverSinceAnswer>
  function redeliver(what: string | Date, second?: number | CallOptions, third?: CallOptions) {
    if (typeof what === 'string') {
      const number = typeof second === 'number' ? second : 1
      return apiPromise(transport.json({ ...post, path: `${pathOf(what)}/${number}/redeliver` }, third))
    }
    const json = { since: Math.floor(what.getTime() / 1000) }
    const options = typeof second === 'object' ? second : {}
    return apiPromise(transport.json({ ...post, path: '/api/ai/webhooks/redeliver', json }, options))
  }

  const secrets = async (options?: CallOptions) => {
    const call = { ...get, path: '/api/ai/webhooks/secret' }
    const { data, response } = await transport.json<GetWebhookSecretAnswer>(call, options)
    return { data: data.secrets, response }
  }
  const rotateSecret = async (options?: CallOptions) => {
    const call = { ...post, path: '/api/ai/webhooks/secret/rotate' }
    const { data, response } = await transport.json<RotateWebhookSecretAnswer>(call, options)
    return { data: data.secret, response }
  }
  return {
    unwrap: (received, options) =>
      unwrapWebhook(runtime, received, { ...(webhookSecret && { secret: webhookSecret }), ...options }),
    async sign(body, { secret, id = 'msg_sample', timestampSeconds = Math.floor(runtime.now() / 1000) }) {
      const timestamp = String(timestampSeconds)
      const signature = await signatureOf(secret, { id, timestamp, body })
      return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
    },
    list: (query = {}, options) =>
      listOf<ListedDelivery>(transport, { ...get, path: '/api/ai/webhooks/deliveries', query }, options),
    get: (webhookId, options) => {
      const path = `/api/ai/webhooks/deliveries/${encodeURIComponent(webhookId)}`
      return apiPromise(transport.json<WholeDelivery>({ ...get, path }, options))
    },
    deliveries: (taskId, options) => listOf<Delivery>(transport, { ...get, path: pathOf(taskId) }, options),
    redeliver,
    test: (url, options) =>
      apiPromise(transport.json({ ...post, path: '/api/ai/webhooks/test', json: { url } }, options)),
    secrets: (options) => apiPromise(secrets(options)),
    rotateSecret: (options) => apiPromise(rotateSecret(options)),
  }
}

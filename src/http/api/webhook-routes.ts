import { rotateWebhookSecret } from '../../actions/keys/change-key.ts'
import type { KeyDeps } from '../../actions/keys/create-key.ts'
import { readDeliveries, redeliver, redeliverSince } from '../../actions/webhooks/deliveries.ts'
import { sendTestWebhook } from '../../actions/webhooks/post-webhook.ts'
import { MAX_WEBHOOK_URL_CHARACTERS } from '../../core/tasks/generation-request.ts'
import type { Bell, GuardedFetch } from '../../ports/runtime.ts'
import { BODY_ERRORS, CHANGING_ERRORS, describeAnswers, READING_ERRORS } from '../answer/describe-answers.ts'
import { orNull, Type, type TypedRoutes } from '../answer/schema.ts'
import { readJson } from '../body/read-json.ts'
import type { Rooms } from '../server-parts.ts'
import { TaskIdParams } from './generation-schemas.ts'
import { showDelivery } from './show-task.ts'
import { DeliveryList, DeliveryParams, DeliverySchema } from './task-schemas.ts'

// The last second of the year 9999: later dates cannot be written, nor stored as milliseconds everywhere.
const END_OF_TIME_SECONDS = 253_402_300_799

const RedeliverBody = Type.Object(
  {
    since: Type.Integer({
      minimum: 0,
      maximum: END_OF_TIME_SECONDS,
      description: 'Seconds since 1970; undelivered events since then are resent.',
    }),
  },
  { additionalProperties: false, examples: [{ since: 1_790_000_000 }] },
)

export const RedeliverAnswer = Type.Object({
  redelivered: Type.Integer({ description: 'The number of queued deliveries.' }),
})

const TestBody = Type.Object(
  { url: Type.String({ maxLength: MAX_WEBHOOK_URL_CHARACTERS, description: 'Where to send the sample.' }) },
  { additionalProperties: false, examples: [{ url: 'https://example.com/hook' }] },
)

const TestAnswer = Type.Object({
  delivered: Type.Boolean({ description: 'Whether the receiver responded with 2xx.' }),
  webhook_id: Type.String(),
  status: orNull(Type.Integer(), 'HTTP status; null without a response.'),
  duration_ms: Type.Integer(),
  error: orNull(Type.String()),
  answer: Type.String({ description: "The first 4 KiB of the receiver's response." }),
})

const WebhookSecrets = Type.Object({
  secrets: Type.Array(
    Type.Object({
      secret: Type.String({ description: 'whsec_…, as Standard Webhooks libraries expect it.' }),
      expires: orNull(Type.Number(), 'Seconds since 1970; null for the current one.'),
    }),
  ),
})

const RotatedSecret = Type.Object({ secret: Type.String() })

const ERRORS = [...BODY_ERRORS, 'invalid_webhook_url', ...READING_ERRORS] as const

export type WebhookParts = KeyDeps & Rooms<'tasks' | 'deliveries'> & { bell: Bell; fetch: GuardedFetch }

/** What a caller needs to rely on its webhooks: the record of each, resending, testing, and the signing secret. */
export function webhookRoutes(parts: WebhookParts): TypedRoutes {
  return async (app) => {
    const common = { tags: ['Webhooks'] }
    const reads = { config: { auth: 'tasks:read' } } as const
    const writes = { config: { auth: 'tasks:write' } } as const

    const deliveries = {
      ...common,
      operationId: 'listDeliveries',
      summary: 'List the webhook deliveries of a task',
      params: TaskIdParams,
      response: describeAnswers(DeliveryList, READING_ERRORS),
    }
    app.get('/api/ai/tasks/:taskId/deliveries', { ...reads, schema: deliveries }, async (request) => {
      const records = await readDeliveries(parts, request.caller, request.params.taskId)
      return { object: 'list' as const, data: records.map(showDelivery) }
    })

    const again = {
      ...common,
      operationId: 'redeliver',
      summary: 'Resend a delivery',
      params: DeliveryParams,
      response: describeAnswers(DeliverySchema, CHANGING_ERRORS),
    }
    app.post('/api/ai/tasks/:taskId/deliveries/:number/redeliver', { ...writes, schema: again }, async (request) => {
      const { taskId, number: text } = request.params
      const number = /^\d{1,6}$/.test(text) ? Number(text) : 0
      return showDelivery(await redeliver(parts, request.caller, { taskId, number }))
    })

    const range = {
      ...common,
      operationId: 'redeliverSince',
      summary: 'Resend all events since a given time that were not delivered',
      body: RedeliverBody,
      response: describeAnswers(RedeliverAnswer, ERRORS),
    }
    app.post('/api/ai/webhooks/redeliver', { ...writes, schema: range }, async (request) => {
      const { since } = await readJson(request, RedeliverBody)
      return { redelivered: await redeliverSince(parts, request.caller, since * 1000) }
    })

    const trial = {
      ...common,
      operationId: 'testWebhook',
      summary: 'Send a sample event to a URL',
      body: TestBody,
      response: describeAnswers(TestAnswer, ERRORS),
    }
    app.post('/api/ai/webhooks/test', { ...writes, schema: trial }, async (request, reply) => {
      const { url } = await readJson(request, TestBody)
      // Nobody would read the outcome, and a shutdown need not wait for a receiver that hangs.
      const sent = await reply.whileConnected('trial', ({ signal }) =>
        sendTestWebhook(parts, { caller: request.caller, address: url, signal }),
      )
      const { webhookId, status, error, answer, durationMs } = sent
      return { delivered: error === null, webhook_id: webhookId, status, duration_ms: durationMs, error, answer }
    })

    const secret = {
      ...common,
      operationId: 'getWebhookSecret',
      summary: 'List your webhook secrets, newest first',
      response: describeAnswers(WebhookSecrets, READING_ERRORS),
    }
    app.get('/api/ai/webhooks/secret', { ...writes, schema: secret }, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const now = parts.clock.now()
      const current = request.caller.webhookSecrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
      return {
        secrets: current.map((each) => ({
          secret: each.secret,
          expires: each.expiresAt === null ? null : each.expiresAt / 1000,
        })),
      }
    })

    const rotate = {
      ...common,
      operationId: 'rotateWebhookSecret',
      summary: 'Rotate the webhook secret; the old one keeps signing for 24 hours',
      response: describeAnswers(RotatedSecret, CHANGING_ERRORS),
    }
    app.post('/api/ai/webhooks/secret/rotate', { ...writes, schema: rotate }, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return { secret: await rotateWebhookSecret(parts, request.caller) }
    })
  }
}

import { listDeliveries, type ListedDelivery, readDelivery } from '../../actions/webhooks/deliveries.ts'
import { readMoment } from '../../core/text/moment.ts'
import { DELIVERY_STATUSES } from '../../core/webhook.ts'
import type { DeliveryFilter } from '../../ports/store/deliveries.ts'
import { describeAnswers, LIST_ERRORS, READING_ERRORS } from '../answer/describe-answers.ts'
import { DEFAULT_PAGE, pageOf, PageQuery, readCursor, readWords, showPage, writeCursor } from '../answer/paging.ts'
import { orNull, type Static, Type, type TypedRoutes } from '../answer/schema.ts'
import type { Rooms } from '../server-parts.ts'
import { showDelivery } from './show-task.ts'
import { DeliveryAttemptSchema, DeliverySchema, moment, wordList } from './task-schemas.ts'

const DeliveryListQuery = Type.Object(
  {
    status: Type.Optional(wordList(['pending', 'delivered', 'dead'])),
    from: moment('Created at this time or later'),
    to: moment('Created before this time'),
    ...PageQuery,
  },
  { additionalProperties: false },
)

const { attempts: _attempts, ...Common } = DeliverySchema.properties
const { answer: _answer, ...Attempt } = DeliveryAttemptSchema.properties

const Made = {
  task_id: Type.String({ description: 'The task that ended.' }),
  created: Type.Number({ description: 'When the delivery was created, in seconds since 1970.' }),
}

const KeyDeliveryList = pageOf(
  Type.Object({
    ...Common,
    ...Made,
    attempts: Type.Integer({ description: 'The number of attempts.' }),
    last_attempt: orNull(Type.Object(Attempt), 'The last attempt; null before the first.'),
  }),
)

export const WholeDelivery = Type.Object({
  ...DeliverySchema.properties,
  ...Made,
  body: Type.String({ description: 'The body of the request, the same bytes on every attempt.' }),
})

const WebhookIdParams = Type.Object({
  webhookId: Type.String({ description: 'The `webhook-id` header of every attempt.' }),
})

/** The parameters of a list of deliveries. */
function readDeliveryQuery(keyId: string, query: Static<typeof DeliveryListQuery>): DeliveryFilter {
  const { status, from, to: until, limit = DEFAULT_PAGE, cursor } = query
  return {
    keyId,
    limit,
    ...(status === undefined ? {} : { statuses: readWords(status, 'status', DELIVERY_STATUSES) }),
    ...(from === undefined ? {} : { from: readMoment(from, 'from') }),
    ...(until === undefined ? {} : { until: readMoment(until, 'to') }),
    ...(cursor === undefined ? {} : { after: readCursor(cursor) }),
  }
}

/** The deliveries for all tasks of a key. */
export function deliveryRoutes(parts: Rooms<'deliveries'>): TypedRoutes {
  return async (app) => {
    const common = { tags: ['Webhooks'] }
    const reads = { config: { auth: 'tasks:read' } } as const

    const list = {
      ...common,
      operationId: 'listAllDeliveries',
      summary: 'List your webhook deliveries, newest first',
      querystring: DeliveryListQuery,
      response: describeAnswers(KeyDeliveryList, LIST_ERRORS),
    }
    app.get('/api/ai/webhooks/deliveries', { ...reads, schema: list }, async ({ caller, query }, reply) => {
      const { deliveries, next } = await listDeliveries(parts, readDeliveryQuery(caller.id, query))
      reply.header('cache-control', 'no-store')
      return showPage(deliveries.map(showRow), next === null ? null : writeCursor(next))
    })

    const one = {
      ...common,
      operationId: 'getDelivery',
      summary: 'Get a webhook delivery with its attempts',
      params: WebhookIdParams,
      response: describeAnswers(WholeDelivery, READING_ERRORS),
    }
    app.get('/api/ai/webhooks/deliveries/:webhookId', { ...reads, schema: one }, async ({ caller, params }, reply) => {
      const record = await readDelivery(parts, caller, params.webhookId)
      const { taskId, createdAt, body } = record.delivery
      reply.header('cache-control', 'no-store')
      return { ...showDelivery(record), task_id: taskId, created: createdAt / 1000, body }
    })
  }
}

function showRow({ delivery, lastAttempt }: ListedDelivery): Static<typeof KeyDeliveryList>['data'][number] {
  const shown = showDelivery({ delivery, attempts: lastAttempt === null ? [] : [lastAttempt] })
  const { attempts, ...rest } = shown
  const [last] = attempts.map(({ number, at, duration_ms, status, error }) => ({
    number,
    at,
    duration_ms,
    status,
    error,
  }))
  const made = { task_id: delivery.taskId, created: delivery.createdAt / 1000 }
  return { ...rest, ...made, attempts: delivery.attempts, last_attempt: last ?? null }
}

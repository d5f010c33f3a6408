import { listDeliveries, readDelivery, type ListedDelivery } from '../../../actions/webhooks/deliveries.ts'
import { describeAnswers, LIST_ERRORS, READING_ERRORS } from '../../answer/describe-answers.ts'
import { showPage, writeCursor } from '../../answer/paging.ts'
import type { Static, TypedRoutes } from '../../answer/schema.ts'
import type { ServerParts } from '../../server-parts.ts'
import { showDelivery } from '../show-task.ts'
import { readDeliveryQuery } from './delivery-query.ts'
import { DeliveryListQuery, KeyDeliveryList, WebhookIdParams, WholeDelivery } from './delivery-schemas.ts'

/** What was sent for all tasks of a key. */
export function deliveryRoutes(parts: ServerParts): TypedRoutes {
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
      // A task has one.
      return { ...showDelivery(record, 0), task_id: taskId, created: createdAt / 1000, body }
    })
  }
}

function showRow({ delivery, lastAttempt }: ListedDelivery): Static<typeof KeyDeliveryList>['data'][number] {
  const shown = showDelivery({ delivery, attempts: lastAttempt === null ? [] : [lastAttempt] }, 0)
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

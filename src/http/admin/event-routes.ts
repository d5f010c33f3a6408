import { readEvents, type ReadEventsDeps } from '../../actions/events/read-events.ts'
import { DELIVERY_STATUSES } from '../../core/webhook.ts'
import { SERVICE_EVENTS, summaryOf } from '../../core/service-event.ts'
import { describeAnswers, LIST_ERRORS } from '../answer/describe-answers.ts'
import { DEFAULT_PAGE, pageOf, PageQuery, readCursor, showPage, writeCursor } from '../answer/paging.ts'
import { orNull, Type, type Static, type TypedRoutes } from '../answer/schema.ts'

/** The data of each type of event. */
const Facts = Type.Object({
  period: Type.Optional(Type.Enum(['day', 'month'])),
  begins: Type.Optional(Type.String({ description: 'The day or the month, UTC.' })),
  percent: Type.Optional(Type.Integer()),
  limitUsd: Type.Optional(Type.Number()),
  spentUsd: Type.Optional(Type.Number({ description: 'Includes reservations for running tasks.' })),
  engine: Type.Optional(Type.String()),
  reason: Type.Optional(orNull(Type.String())),
  process: Type.Optional(Type.String({ description: 'The worker that raised the event.' })),
  model: Type.Optional(Type.String()),
  kind: Type.Optional(Type.String()),
  retires: Type.Optional(Type.String()),
  successor: Type.Optional(orNull(Type.String())),
  days: Type.Optional(
    Type.Integer({
      description:
        'The event is raised this many days before the model is shut down or the key expires, or later if fewer days are left.',
    }),
  ),
  host: Type.Optional(Type.String()),
  taskId: Type.Optional(Type.String()),
  attempts: Type.Optional(Type.Integer()),
  isGivenUp: Type.Optional(Type.Boolean()),
  status: Type.Optional(orNull(Type.Integer())),
  error: Type.Optional(orNull(Type.String())),
  expiresAt: Type.Optional(Type.String()),
})

const EventSchema = Type.Object({
  id: Type.String({ description: 'The `webhook-id` of its webhook.' }),
  at: Type.Number({ description: 'Seconds since 1970.' }),
  type: Type.Enum(SERVICE_EVENTS),
  subject: Type.String({ description: 'The subject of the event, such as `engine/openai` or `key/` and its id.' }),
  keyId: orNull(Type.String()),
  keyName: orNull(Type.String(), 'The current name.'),
  project: orNull(Type.String()),
  projectName: orNull(Type.String(), 'The current name.'),
  summary: Type.String({ description: 'The event as a sentence.' }),
  data: Facts,
  delivery: orNull(Type.Enum(DELIVERY_STATUSES), 'The status of its webhook; null if none is sent.'),
})

const EventQuery = Type.Object(PageQuery, { additionalProperties: false })

/** Events for operators: budgets, engines, models, webhooks, keys. */
export function eventRoutes(parts: ReadEventsDeps): TypedRoutes {
  return async (app) => {
    const schema = {
      tags: ['Administration'],
      operationId: 'listEvents',
      summary: 'List the events of the service, newest first',
      querystring: EventQuery,
      response: describeAnswers(pageOf(EventSchema), LIST_ERRORS),
    }
    app.get('/api/ai/admin/events', { config: { auth: 'admin' }, schema }, async ({ query }) => {
      const { cursor, limit = DEFAULT_PAGE } = query
      const after = cursor === undefined ? null : readCursor(cursor)
      const { events, next } = await readEvents(parts, { after, limit })
      return showPage(events.map(show), next === null ? null : writeCursor(next))
    })
  }
}

type Shown = Awaited<ReturnType<typeof readEvents>>['events'][number]

function show({
  id,
  createdAt,
  event,
  subject,
  keyId,
  project,
  names,
  data,
  delivery,
}: Shown): Static<typeof EventSchema> {
  const summary = summaryOf({ id, createdAt, event, subject, keyId, project, data }, names)
  const named = { keyId, keyName: names.key, project, projectName: names.project }
  return { id, at: createdAt / 1000, type: event, subject, ...named, summary, data: data, delivery }
}

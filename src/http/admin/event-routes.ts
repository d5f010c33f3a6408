import { readEvents, type ReadEventsDeps } from '../../actions/events/read-events.ts'
import { DELIVERY_STATUSES } from '../../core/webhook.ts'
import { SERVICE_EVENTS } from '../../core/service-event.ts'
import { describeAnswers, LIST_ERRORS } from '../answer/describe-answers.ts'
import { DEFAULT_PAGE, pageOf, PageQuery, readCursor, showPage, writeCursor } from '../answer/paging.ts'
import { orNull, Type, type Static, type TypedRoutes } from '../answer/schema.ts'

const Value = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])

const EventSchema = Type.Object({
  id: Type.String({ description: 'The `webhook-id` of its webhook.' }),
  at: Type.Number({ description: 'Seconds since 1970.' }),
  type: Type.Enum(SERVICE_EVENTS),
  subject: Type.String({ description: 'What it happened to, such as `engine/openai` or `key/` and its id.' }),
  keyId: orNull(Type.String()),
  keyName: orNull(Type.String(), 'Its name now.'),
  project: orNull(Type.String()),
  projectName: orNull(Type.String(), 'Its name now.'),
  data: Type.Object({}, { additionalProperties: Value, description: 'The facts, by the type of the event.' }),
  delivery: orNull(Type.Enum(DELIVERY_STATUSES), 'Its webhook; null if none is sent.'),
})

const EventQuery = Type.Object(PageQuery, { additionalProperties: false })

/** What operators are told of: budgets, engines, models, webhooks, keys. */
export function eventRoutes(parts: ReadEventsDeps): TypedRoutes {
  return async (app) => {
    const schema = {
      tags: ['Administration'],
      operationId: 'listEvents',
      summary: 'Events of the service, newest first',
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

function show({ id, createdAt, event, subject, keyId, project, names, data, delivery }: Shown): Static<typeof EventSchema> {
  const named = { keyId, keyName: names.key, project, projectName: names.project }
  return { id, at: createdAt / 1000, type: event, subject, ...named, data: { ...data }, delivery }
}

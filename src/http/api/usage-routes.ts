import { readUsage } from '../../actions/read-usage.ts'
import { describeAnswers, READING_ERRORS } from '../answer/describe-answers.ts'
import type { ServerParts } from '../server-parts.ts'
import { Type, type TypedRoutes } from '../answer/schema.ts'

const DEFAULT_DAYS = 30
const MOST_DAYS = 366

const UsageList = Type.Object({
  object: Type.Literal('list'),
  data: Type.Array(
    Type.Object({
      day: Type.String({ description: 'In UTC, such as 2030-01-31.' }),
      model: Type.String(),
      kind: Type.Enum(['image', 'video']),
      tasks: Type.Integer({ description: 'Finished tasks, failed ones included.' }),
      succeeded: Type.Integer(),
      units: Type.Number({ description: 'Images made, or seconds of video.' }),
      usd: Type.Union([Type.Number(), Type.Null()], {
        description: 'By the prices at the time, of the tasks whose cost is known; null where there is none.',
      }),
      unpriced: Type.Integer({ description: 'Tasks whose cost nobody knows; `usd` leaves them out.' }),
    }),
  ),
})

const UsageQuery = Type.Object(
  {
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_DAYS, description: `${DEFAULT_DAYS} if left out.` })),
  },
  { additionalProperties: false },
)

/** What this key used, by day and model. */
export function usageRoutes(parts: ServerParts): TypedRoutes {
  return async (app) => {
    const schema = {
      tags: ['Models'],
      operationId: 'listUsage',
      summary: 'What your key used, by day and model',
      querystring: UsageQuery,
      response: describeAnswers(UsageList, [
        'invalid_parameter',
        ...READING_ERRORS.filter((code) => code !== 'task_not_found'),
      ]),
    }
    app.get('/api/ai/usage', { config: { auth: 'tasks:read' }, schema }, async (request) => {
      const data = await readUsage(parts, request.caller, request.query.days ?? DEFAULT_DAYS)
      return { object: 'list' as const, data }
    })
  }
}

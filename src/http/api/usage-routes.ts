import { readUsage } from '../../actions/reading/read-usage.ts'
import { Type, type TypedRoutes } from '../answer/schema.ts'
import type { ServerParts } from '../server-parts.ts'
import { daysOf, sendUsage, usageAnswers, UsageFields, UsageParameters, USAGE_TYPES } from './operators/usage-answer.ts'

const UsageQuery = Type.Object(UsageParameters, { additionalProperties: false })

/** What this key used, by day and model. */
export function usageRoutes(parts: ServerParts): TypedRoutes {
  return async (app) => {
    const schema = {
      tags: ['Models'],
      operationId: 'listUsage',
      summary: 'Usage of your key, by day and model',
      querystring: UsageQuery,
      response: usageAnswers(Type.Object(UsageFields)),
    }
    const config = { auth: 'tasks:read', answers: USAGE_TYPES } as const
    app.get('/api/ai/usage', { config, schema }, async (request, reply) => {
      const lines = await readUsage(parts, request.caller, daysOf(request.query))
      return sendUsage(request, reply, { lines, fields: Object.keys(UsageFields) })
    })
  }
}

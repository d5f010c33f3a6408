import { readAllUsage } from '../../../actions/reading/read-usage.ts'
import { Type, type TypedRoutes } from '../../answer/schema.ts'
import type { ServerParts } from '../../server-parts.ts'
import { daysOf, sendUsage, usageAnswers, UsageFields, UsageParameters, USAGE_TYPES } from './usage-answer.ts'

const { day, ...rest } = UsageFields
const KeyUsageFields = { day, key_id: Type.String(), key_name: Type.String(), ...rest }

const AllUsageQuery = Type.Object(
  {
    ...UsageParameters,
    key: Type.Optional(Type.String({ maxLength: 64, pattern: '^\\w+$', description: 'Of this key alone.' })),
  },
  { additionalProperties: false },
)

/** What all keys used, by day, model and key. */
export function allUsageRoutes(parts: ServerParts): TypedRoutes {
  return async (app) => {
    const schema = {
      tags: ['Administration'],
      operationId: 'listAllUsage',
      summary: 'Usage of all keys, by day and model',
      querystring: AllUsageQuery,
      response: usageAnswers(Type.Object(KeyUsageFields)),
    }
    const config = { auth: 'admin', answers: USAGE_TYPES } as const
    app.get('/api/ai/admin/usage', { config, schema }, async (request, reply) => {
      const lines = await readAllUsage(parts, { days: daysOf(request.query), keyId: request.query.key })
      return sendUsage(request, reply, { lines, fields: Object.keys(KeyUsageFields) })
    })
  }
}

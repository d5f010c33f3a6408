import type { Rooms } from '../server-parts.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  readAllUsage,
  readProjectUsage,
  readUsage,
  type UsageDay,
  type UsageDeps,
} from '../../actions/reading/read-usage.ts'
import { csvOf } from '../../core/text/csv.ts'
import { errorAnswers, LIST_ERRORS } from '../answer/describe-answers.ts'
import { orNull, type Schema, Type, type TypedRoutes } from '../answer/schema.ts'
import { accepts } from '../edge/accept.ts'
import { listedFor } from '../../actions/reading/read-task.ts'
import { findProject } from '../../actions/projects/find-project.ts'
import { AppError, type ErrorCode } from '../../core/errors.ts'
import { OfQuery } from './browse/list-schemas.ts'

const DEFAULT_DAYS = 30
const MOST_DAYS = 366
const CSV = 'text/csv'

const UsageFields = {
  day: Type.String({ description: 'In UTC, such as 2030-01-31.' }),
  model: Type.String(),
  kind: Type.Enum(['image', 'video']),
  tasks: Type.Integer({ description: 'Finished tasks, failed ones included.' }),
  succeeded: Type.Integer(),
  units: Type.Number({ description: 'Images made, or seconds of video.' }),
  usd: orNull(
    Type.Number(),
    'Total of the known costs, at the prices that applied when the tasks ran; null if none is known.',
  ),
  unpriced: Type.Integer({ description: 'Tasks with unknown cost, which `usd` does not include.' }),
}

const UsageParameters = {
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_DAYS, description: `Default: ${DEFAULT_DAYS}.` })),
  format: Type.Optional(
    Type.Enum(['json', 'csv'], { description: 'CSV instead of JSON; same as `Accept: text/csv`.' }),
  ),
}

/** The answer of a usage list, in either format. */
function usageAnswers(line: Schema, more: readonly ErrorCode[] = []) {
  const list = Type.Object({ object: Type.Literal('list'), data: Type.Array(line) })
  const content = { 'application/json': { schema: list }, [CSV]: { schema: Type.String() } }
  return { 200: { description: 'The usage.', content }, ...errorAnswers([...more, ...LIST_ERRORS]) }
}

/** Routes whose answer is also available as CSV. */
const USAGE_TYPES = ['application/json', CSV] as const

function daysOf({ days = DEFAULT_DAYS }: { days?: number }): number {
  return days
}

type Line = Partial<UsageDay> & Record<string, unknown>

/** Sends the lines in the requested format; the columns are the fields of the schema, in its order. */
function sendUsage(
  request: FastifyRequest,
  reply: FastifyReply,
  { lines, fields }: { lines: readonly Line[]; fields: readonly string[] },
): FastifyReply {
  reply.header('cache-control', 'no-store').header('vary', 'accept')
  if (!wantsCsv(request)) return reply.send({ object: 'list', data: lines })
  const rows = lines.map((line) => fields.map((field) => line[field] as string | number | null))
  return reply
    .type(`${CSV}; charset=utf-8; header=present`)
    .header('content-disposition', 'attachment; filename="usage.csv"')
    .send(csvOf(fields, rows))
}

/** The query decides; otherwise, a client that does not accept JSON gets CSV. */
function wantsCsv({ query, headers }: FastifyRequest): boolean {
  const { format } = query as { format?: 'json' | 'csv' }
  return format === undefined ? !accepts(headers.accept, 'application/json') : format === 'csv'
}

const UsageQuery = Type.Object({ ...UsageParameters, of: OfQuery }, { additionalProperties: false })

/** The usage of this key, by day and model. */
export function usageRoutes(parts: UsageDeps): TypedRoutes {
  return async (app) => {
    const schema = {
      tags: ['Models'],
      operationId: 'listUsage',
      summary: 'Get the usage of your key or its project, by day and model',
      querystring: UsageQuery,
      response: usageAnswers(Type.Object(UsageFields)),
    }
    const config = { auth: 'tasks:read', answers: USAGE_TYPES } as const
    app.get('/api/ai/usage', { config, schema }, async (request, reply) => {
      const { caller, query } = request
      const { project } = listedFor(caller, query.of)
      const days = daysOf(query)
      const lines = await (project === undefined
        ? readUsage(parts, caller, days)
        : readProjectUsage(parts, project, days))
      return sendUsage(request, reply, { lines, fields: Object.keys(UsageFields) })
    })
  }
}

const { day, ...rest } = UsageFields
const KeyUsageFields = { day, key_id: Type.String(), key_name: Type.String(), ...rest }

const AllUsageQuery = Type.Object(
  {
    ...UsageParameters,
    key: Type.Optional(Type.String({ maxLength: 64, pattern: '^\\w+$', description: 'Only tasks of this key.' })),
    project: Type.Optional(
      Type.String({
        maxLength: 64,
        pattern: '^\\w+$',
        description: 'Only usage of this project; each line has the id and name of the project instead of a key.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** The usage of all keys, by day, model and key. */
export function allUsageRoutes(parts: UsageDeps & Rooms<'keys' | 'projects'>): TypedRoutes {
  return async (app) => {
    const schema = {
      tags: ['Administration'],
      operationId: 'listAllUsage',
      summary: 'Get the usage of all keys, by day and model',
      querystring: AllUsageQuery,
      response: usageAnswers(Type.Object(KeyUsageFields), ['project_not_found']),
    }
    const config = { auth: 'admin', answers: USAGE_TYPES } as const
    app.get('/api/ai/admin/usage', { config, schema }, async (request, reply) => {
      const { key: keyId, project } = request.query
      const days = daysOf(request.query)
      if (keyId !== undefined && project !== undefined)
        throw new AppError('invalid_parameter', 'Specify a key or a project, not both.', { param: 'project' })
      const lines =
        project === undefined ? await readAllUsage(parts, { days, keyId }) : await linesOf(parts, project, days)
      return sendUsage(request, reply, { lines, fields: Object.keys(KeyUsageFields) })
    })
  }
}

async function linesOf(parts: UsageDeps & Rooms<'projects'>, projectId: string, days: number) {
  const { id, name } = await findProject(parts, projectId)
  const lines = await readProjectUsage(parts, id, days)
  return lines.map((line) => ({ ...line, key_id: id, key_name: name }))
}

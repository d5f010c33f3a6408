import { readAudit } from '../../actions/read-audit.ts'
import { AUDIT_ACTIONS, NO_KEY, type AuditRecord } from '../../core/audit.ts'
import { describeAnswers } from '../answer/describe-answers.ts'
import { Type, type Static, type TypedRoutes } from '../answer/schema.ts'
import type { ServerParts } from '../server-parts.ts'
import { LIST_ERRORS } from './admin-errors.ts'
import { PageQuery } from './key-schemas.ts'
import { readAuditCursor, writeAuditCursor } from './page-cursor.ts'

const DEFAULT_PAGE = 20

const Value = Type.Union([Type.String(), Type.Number(), Type.Array(Type.String()), Type.Null()])

const AuditSchema = Type.Object({
  at: Type.Number({ description: 'Seconds since 1970.' }),
  actor: Type.Object({
    keyId: Type.Union([Type.String(), Type.Null()], { description: 'Null where it was no key.' }),
    name: Type.String({ description: "The key's name at that time, `command line` or `environment`." }),
  }),
  action: Type.Enum(AUDIT_ACTIONS),
  keyId: Type.Union([Type.String(), Type.Null()], {
    description: 'The key that was changed, or whose task it was; null for an engine.',
  }),
  changes: Type.Array(
    Type.Object(
      { field: Type.String(), from: Value, to: Value },
      { description: 'Null is none; secrets are never shown.' },
    ),
  ),
})

const AuditList = Type.Object({
  object: Type.Literal('list'),
  data: Type.Array(AuditSchema),
  has_more: Type.Boolean(),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
})

const AuditQuery = Type.Object(
  {
    key: Type.Optional(Type.String({ maxLength: 64, pattern: '^\\w+$', description: 'Of this key alone.' })),
    ...PageQuery,
  },
  { additionalProperties: false },
)

/** Who changed what, over HTTP and at the command line. */
export function auditRoutes(parts: ServerParts): TypedRoutes {
  return async (app) => {
    const schema = {
      tags: ['Administration'],
      operationId: 'listAudit',
      summary: 'Audit log, newest first',
      querystring: AuditQuery,
      response: describeAnswers(AuditList, LIST_ERRORS),
    }
    app.get('/api/ai/admin/audit', { config: { auth: 'admin' }, schema }, async ({ query }) => {
      const { key, cursor, limit = DEFAULT_PAGE } = query
      const ofKey = key === undefined ? {} : { keyId: key }
      const older = cursor === undefined ? {} : { before: readAuditCursor(cursor) }
      const { records, hasMore } = await readAudit(parts, { ...ofKey, ...older, limit })
      const last = records.at(-1)
      return {
        object: 'list' as const,
        data: records.map(show),
        has_more: hasMore,
        next_cursor: hasMore && last !== undefined ? writeAuditCursor(last.id) : null,
      }
    })
  }
}

function show({ at, actor, action, keyId, changes }: AuditRecord): Static<typeof AuditSchema> {
  const told = changes.map(({ field, from, to }) => ({ field, from: plain(from), to: plain(to) }))
  return { at: at / 1000, actor, action, keyId: keyId === NO_KEY ? null : keyId, changes: told }
}

function plain(value: AuditRecord['changes'][number]['from']): string | number | string[] | null {
  return typeof value === 'object' && value !== null ? [...value] : value
}

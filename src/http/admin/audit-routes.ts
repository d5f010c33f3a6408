import type { AuditDeps } from '../../actions/keys/read-audit.ts'
import { readAudit } from '../../actions/keys/read-audit.ts'
import { AUDIT_ACTIONS, NO_KEY, type AuditRecord } from '../../core/keys/audit.ts'
import { describeAnswers, LIST_ERRORS } from '../answer/describe-answers.ts'
import { DEFAULT_PAGE, decodeCursor, encodeCursor, pageOf, PageQuery, showPage } from '../answer/paging.ts'
import { orNull, Type, type Static, type TypedRoutes } from '../answer/schema.ts'

const Value = Type.Union([Type.String(), Type.Number(), Type.Array(Type.String()), Type.Null()])

const AuditSchema = Type.Object({
  at: Type.Number({ description: 'Seconds since 1970.' }),
  actor: Type.Object({
    keyId: orNull(Type.String(), 'Null if the actor was not a key.'),
    name: Type.String({ description: "The key's name at that time, `command line` or `environment`." }),
  }),
  action: Type.Enum(AUDIT_ACTIONS),
  keyId: orNull(
    Type.String(),
    'The changed key or project, or the owner of the task; null for an engine or a local model.',
  ),
  changes: Type.Array(
    Type.Object(
      { field: Type.String(), from: Value, to: Value },
      { description: 'Null means none; secrets are never shown.' },
    ),
  ),
})

const AuditQuery = Type.Object(
  {
    key: Type.Optional(
      Type.String({ maxLength: 64, pattern: '^\\w+$', description: 'Only entries of this key or project.' }),
    ),
    ...PageQuery,
  },
  { additionalProperties: false },
)

/** The audit log of changes over HTTP and at the command line. */
export function auditRoutes(parts: AuditDeps): TypedRoutes {
  return async (app) => {
    const schema = {
      tags: ['Administration'],
      operationId: 'listAudit',
      summary: 'List the audit log, newest first',
      querystring: AuditQuery,
      response: describeAnswers(pageOf(AuditSchema), LIST_ERRORS),
    }
    app.get('/api/ai/admin/audit', { config: { auth: 'admin' }, schema }, async ({ query }) => {
      const { key, cursor, limit = DEFAULT_PAGE } = query
      const ofKey = key === undefined ? {} : { keyId: key }
      const older = cursor === undefined ? {} : { before: Number(decodeCursor(cursor, /^\d{1,15}$/)[0]) }
      const { records, hasMore } = await readAudit(parts, { ...ofKey, ...older, limit })
      const last = records.at(-1)
      const next = hasMore && last !== undefined ? encodeCursor(String(last.id)) : null
      return showPage(records.map(show), next)
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

import type { AuditEntry } from '../../core/keys/audit.ts'
import type { Audit } from '../../ports/store/audit.ts'
import { AUDIT, readAuditRecord } from '../columns.ts'
import type { Query, Sql } from './sql.ts'

/** Who changed what. */
export function auditRoom(sql: Sql): Audit {
  const isOldest = sql.dialect.isIn('id', 'SELECT id FROM audit WHERE at < :before ORDER BY at, id LIMIT :limit')
  return {
    add: async (entry) => void (await sql.write(...entered(entry))),
    list: async ({ keyId, before = Number.MAX_SAFE_INTEGER, limit }) => {
      const ofKey = keyId === undefined ? '' : 'key_id = :key_id AND'
      const page = `SELECT id, ${AUDIT.names} FROM audit WHERE ${ofKey} id < :before ORDER BY id DESC LIMIT :limit`
      const rows = await sql.read(page, { before, limit, ...(keyId === undefined ? {} : { key_id: keyId }) })
      return rows.map(readAuditRecord)
    },
    sweep: async (before, limit) =>
      (await sql.write(`DELETE FROM audit WHERE ${isOldest} RETURNING id`, { before, limit })).length,
  }
}

function entered(entry: AuditEntry): Query {
  return [`INSERT INTO audit (${AUDIT.names}) VALUES (${AUDIT.parameters})`, AUDIT.named(entry)]
}

/** Makes a change, and puts the entry on record if it returned a row: both or neither. Tells whether it did. */
export async function writeAudited(sql: Sql, change: Query, entry: AuditEntry | undefined): Promise<boolean> {
  if (entry === undefined) return (await sql.write(...change)).length > 0
  return sql.transaction(function* () {
    const rows = yield change
    if (rows.length > 0) yield entered(entry)
    return rows.length > 0
  })
}

import type { AuditEntry } from '../../core/keys/audit.ts'
import type { Audit } from '../../ports/store/audit.ts'
import { AUDIT, readAuditRecord } from '../columns.ts'
import { places, type Database } from './database.ts'

/** Who changed what, in SQLite. */
export function sqliteAudit(db: Database): Audit {
  const all = db.prepare('SELECT * FROM audit WHERE id < ? ORDER BY id DESC LIMIT ?')
  const ofKey = db.prepare('SELECT * FROM audit WHERE key_id = ? AND id < ? ORDER BY id DESC LIMIT ?')
  const sweep = db.prepare(`DELETE FROM audit WHERE id IN (
    SELECT id FROM audit WHERE at < ? ORDER BY at, id LIMIT ?)`)
  const note = auditWriter(db)
  return {
    add: (entry) => db.write(() => note(entry)),
    list: async ({ keyId, before = Number.MAX_SAFE_INTEGER, limit }) => {
      const rows = await db.read(() => (keyId === undefined ? all.all(before, limit) : ofKey.all(keyId, before, limit)))
      return rows.map(readAuditRecord)
    },
    sweep: (before, limit) => db.write(() => Number(sweep.run(before, limit).changes)),
  }
}

/** Puts an entry on record, inside of the transaction of the change that it tells of. */
export function auditWriter(db: Database): (entry: AuditEntry) => void {
  const insert = db.prepare(`INSERT INTO audit (${AUDIT.names}) VALUES (${places(AUDIT)})`)
  return (entry) => void insert.run(...AUDIT.values(entry))
}

import type { AuditEntry } from '../../core/keys/audit.ts'
import type { Audit } from '../../ports/store/audit.ts'
import { AUDIT, readAuditRecord } from '../columns.ts'
import { number, type Row, type SqlValue } from '../rows.ts'
import { statement, type Database } from './database.ts'

const ADD = statement(
  `INSERT INTO audit (${AUDIT.names}) VALUES (${AUDIT.columns.map((_, index) => `$${index + 1}`).join(', ')})`,
)
const ALL = statement(`SELECT id, ${AUDIT.names} FROM audit WHERE id < $1 ORDER BY id DESC LIMIT $2`)
const OF_KEY = statement(`SELECT id, ${AUDIT.names} FROM audit WHERE key_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3`)
const SWEEP = statement(`WITH swept AS (
    DELETE FROM audit WHERE id = ANY(ARRAY(SELECT id FROM audit WHERE at < $1 ORDER BY at, id LIMIT $2)) RETURNING 1
  ) SELECT count(*) FROM swept`)

/** Who changed what, in PostgreSQL. */
export function postgresAudit(db: Database): Audit {
  return {
    add: async (entry) => void (await db.run(ADD, AUDIT.values(entry))),
    list: async ({ keyId, before = Number.MAX_SAFE_INTEGER, limit }) => {
      const asked =
        keyId === undefined ? db.retrySafe(ALL, [before, limit]) : db.retrySafe(OF_KEY, [keyId, before, limit])
      return (await asked).map(readAuditRecord)
    },
    sweep: async (before, limit) => number((await db.run(SWEEP, [before, limit]))[0] ?? {}, 'count'),
  }
}

/** Makes a change that returns ids, and puts the entry on record if it returned one: one statement, so both or neither. */
export async function withEntry(
  db: Pick<Database, 'run'>,
  change: { text: string; values: readonly SqlValue[] },
  entry: AuditEntry | undefined,
): Promise<Row[]> {
  const { text, values } = change
  if (entry === undefined) return db.run(statement(text), values)
  const places = AUDIT.columns.map(({ type }, index) => `$${values.length + index + 1}::${type}`).join(', ')
  const both = `WITH changed AS (${text}),
    noted AS (INSERT INTO audit (${AUDIT.names}) SELECT ${places} FROM changed)
    SELECT id FROM changed`
  return db.run(statement(both), [...values, ...AUDIT.values(entry)])
}

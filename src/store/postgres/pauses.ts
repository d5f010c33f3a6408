import type { Pauses } from '../../ports/store/pauses.ts'
import { PAUSES } from '../columns.ts'
import { withEntry } from './audit.ts'
import { statement, type Database } from './database.ts'

const LIST = statement(`SELECT ${PAUSES.names} FROM pauses ORDER BY engine`)
const GIVEN = PAUSES.columns.map(({ type }, index) => `$${index + 1}::${type}`).join(', ')
const SET = `INSERT INTO pauses (${PAUSES.names}) VALUES (${GIVEN}) ON CONFLICT (engine) DO UPDATE
  SET reason = excluded.reason, paused_at = excluded.paused_at, paused_by = excluded.paused_by RETURNING engine AS id`
const CLEAR = 'DELETE FROM pauses WHERE engine = $1 RETURNING engine AS id'

/** Paused engines in PostgreSQL. */
export function postgresPauses(db: Database): Pauses {
  return {
    list: async () => (await db.retrySafe(LIST, [])).map(PAUSES.read),
    set: async (pause, entry) => void (await withEntry(db, { text: SET, values: PAUSES.values(pause) }, entry)),
    clear: async (engine, entry) => (await withEntry(db, { text: CLEAR, values: [engine] }, entry)).length === 1,
  }
}

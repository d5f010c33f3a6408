import type { Pauses } from '../../ports/store/pauses.ts'
import { PAUSES } from '../columns.ts'
import { writeAudited } from './audit.ts'
import type { Sql } from './sql.ts'

const SET = `INSERT INTO pauses (${PAUSES.names}) VALUES (${PAUSES.parameters}) ON CONFLICT (engine) DO UPDATE
  SET reason = excluded.reason, paused_at = excluded.paused_at, paused_by = excluded.paused_by RETURNING engine`

/** Paused engines. */
export function pausesRoom(sql: Sql): Pauses {
  return {
    list: async () => (await sql.read(`SELECT ${PAUSES.names} FROM pauses ORDER BY engine`)).map(PAUSES.read),
    set: async (pause, entry) => void (await writeAudited(sql, [SET, PAUSES.named(pause)], entry)),
    clear: (engine, entry) =>
      writeAudited(sql, ['DELETE FROM pauses WHERE engine = :engine RETURNING engine', { engine }], entry),
  }
}

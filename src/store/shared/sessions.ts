import type { Session } from '../../core/keys/session.ts'
import type { Sessions } from '../../ports/store/sessions.ts'
import { KEYS } from '../columns.ts'
import { integerColumn, table, textColumn } from '../rows.ts'
import { writeAudited } from './audit.ts'
import type { Sql } from './sql.ts'

const SESSIONS = table<Session>({
  hash: textColumn('token_hash'),
  keyId: textColumn('key_id'),
  begunAt: integerColumn('begun_at'),
  endsAt: integerColumn('ends_at'),
  idleUntil: integerColumn('idle_until'),
})

const INSERT = `INSERT INTO sessions (${SESSIONS.names}) VALUES (${SESSIONS.parameters}) RETURNING token_hash`
// The two tables share no name of a column that is read.
const FIND = `SELECT ${SESSIONS.names}, ${KEYS.names} FROM sessions JOIN keys ON keys.id = sessions.key_id
  WHERE token_hash = :hash`
const EXTEND = 'UPDATE sessions SET idle_until = :until WHERE token_hash = :hash AND idle_until < :until'
const END = 'DELETE FROM sessions WHERE token_hash = :hash RETURNING token_hash'
const END_ALL = 'DELETE FROM sessions WHERE key_id = :key_id RETURNING token_hash'

/** Sessions of people. */
export function sessionsRoom(sql: Sql): Sessions {
  const isOver = sql.dialect.isIn(
    'token_hash',
    'SELECT token_hash FROM sessions WHERE ends_at <= :now ORDER BY ends_at LIMIT :limit',
  )
  return {
    insert: async (session, entry) => void (await writeAudited(sql, [INSERT, SESSIONS.named(session)], entry)),
    find: async (hash) => {
      const [row] = await sql.read(FIND, { hash })
      return row === undefined ? undefined : { session: SESSIONS.read(row), key: KEYS.read(row) }
    },
    extend: async (hash, until) => void (await sql.repeatableWrite(EXTEND, { hash, until })),
    end: (hash, entry) => writeAudited(sql, [END, { hash }], entry),
    endAll: (keyId, entry) => writeAudited(sql, [END_ALL, { key_id: keyId }], entry),
    sweep: async (now, limit) =>
      (await sql.write(`DELETE FROM sessions WHERE ${isOver} RETURNING token_hash`, { now, limit })).length,
  }
}

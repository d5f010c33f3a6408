import type { ApiKey } from '../../core/keys/api-key.ts'
import type { Keys } from '../../ports/store/keys.ts'
import { KEYS } from '../columns.ts'
import { writeAudited } from './audit.ts'
import type { Query, Sql } from './sql.ts'

const ALL = `SELECT ${KEYS.names} FROM keys`
export const KEY_BY_HASH = `${ALL} WHERE hash = :hash OR former_hash = :hash ORDER BY hash = :hash DESC LIMIT 1`
const NEWEST = 'ORDER BY created_at DESC, id DESC LIMIT :limit'

/** API keys. */
export function keysRoom(sql: Sql): Keys {
  const { given } = sql.dialect
  const noteUses = `UPDATE keys SET last_used_at = used.at FROM ${given(':uses', { id: 'text', at: 'bigint' })} AS used
    WHERE keys.id = used.id AND (last_used_at IS NULL OR last_used_at < used.at)`
  const one = async (...query: Query): Promise<ApiKey | undefined> => {
    const [row] = await sql.read(...query)
    return row === undefined ? undefined : KEYS.read(row)
  }
  return {
    insert: async (key, entry) => {
      const text = `INSERT INTO keys (${KEYS.names}) VALUES (${KEYS.parameters}) RETURNING id`
      await writeAudited(sql, [text, KEYS.named(key)], entry)
    },
    findByHash: (hash) => one(KEY_BY_HASH, { hash }),
    find: (id) => one(`${ALL} WHERE id = :id`, { id }),
    list: async () => (await sql.read(`${ALL} ORDER BY created_at, id`)).map(KEYS.read),
    page: async (after, limit, project) => {
      const conditions = [
        ...(project === undefined ? [] : ['project = :project']),
        ...(after === null ? [] : ['(created_at, id) < (:created_at, :id)']),
      ]
      const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
      const rows = await sql.read(`${ALL} ${where} ${NEWEST}`, {
        limit,
        ...(project === undefined ? {} : { project }),
        ...(after === null ? {} : { created_at: after.createdAt, id: after.id }),
      })
      return rows.map(KEYS.read)
    },
    change: ({ id, version }, patch, entry) => {
      const changes = KEYS.changes(patch)
      const sets = [...changes.map(([column]) => `${column} = :new_${column}`), 'version = version + 1']
      const text = `UPDATE keys SET ${sets.join(', ')}
        WHERE id = :id AND version = :version AND revoked_at IS NULL RETURNING id`
      const values = Object.fromEntries(changes.map(([column, value]) => [`new_${column}`, value]))
      return writeAudited(sql, [text, { id, version, ...values }], entry)
    },
    revoke: (id, at, entry) => {
      const text = 'UPDATE keys SET revoked_at = :at WHERE id = :id AND revoked_at IS NULL RETURNING id'
      return writeAudited(sql, [text, { id, at }], entry)
    },
    replaceHash: async (id, hash, hint, entry) => {
      const text = 'UPDATE keys SET hash = :hash, hint = :hint, revoked_at = NULL WHERE id = :id RETURNING id'
      await writeAudited(sql, [text, { id, hash, hint }], entry)
    },
    replaceWebhookSecrets: (id, known, fresh, entry) => {
      const text = `UPDATE keys SET webhook_secrets = :fresh WHERE id = :id AND webhook_secrets = :known RETURNING id`
      return writeAudited(sql, [text, { id, fresh: JSON.stringify(fresh), known: JSON.stringify(known) }], entry)
    },
    noteUses: async (uses) => {
      await sql.repeatableWrite(noteUses, { uses: uses.map(({ id, at }) => ({ id, at })) })
    },
  }
}

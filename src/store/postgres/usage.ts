import type { UsageReader } from '../../ports/store/usage.ts'
import { USAGE } from '../columns.ts'
import { statement, type Database } from './database.ts'

const SINCE = statement(`SELECT ${USAGE.names} FROM usage WHERE key_id = $1 AND at >= $2 ORDER BY at, task_id`)

/** What was used, in PostgreSQL. */
export function postgresUsage(db: Database): UsageReader {
  return { since: async (keyId, time) => (await db.retrySafe(SINCE, [keyId, time])).map(USAGE.read) }
}

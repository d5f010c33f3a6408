import type { UsageReader } from '../../ports/store/usage.ts'
import { USAGE } from '../columns.ts'
import type { Database } from './database.ts'

/** What was used, in SQLite. */
export function sqliteUsage(db: Database): UsageReader {
  const since = db.prepare('SELECT * FROM usage WHERE key_id = ? AND at >= ? ORDER BY at, task_id')
  return { since: async (keyId, time) => db.read(() => since.all(keyId, time)).map(USAGE.read) }
}

import type { AboutStore } from '../../ports/store/about.ts'
import { number, text } from '../rows.ts'
import { statement, type Database } from './database.ts'

const ABOUT = statement(`SELECT current_setting('server_version') AS version,
  pg_database_size(current_database()) AS bytes, (SELECT max(version) FROM schema_versions) AS migration`)

/** Tells of the database on its server. */
export function postgresAbout(db: Database): () => Promise<AboutStore> {
  return async () => {
    const [row = {}] = await db.retrySafe(ABOUT, [])
    const migration = number(row, 'migration')
    return { driver: 'postgres', version: text(row, 'version'), migration, bytes: number(row, 'bytes') }
  }
}

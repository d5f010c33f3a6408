import type { AboutStore } from '../../ports/store/about.ts'
import { number, text } from '../rows.ts'
import type { Database } from './database.ts'

/** Tells of the file: its log is not counted, which is written into it now and then. */
export function sqliteAbout(db: Database): () => Promise<AboutStore> {
  const about = db.prepare(`SELECT sqlite_version() AS version, page_count * page_size AS bytes, user_version
    FROM pragma_page_count, pragma_page_size, pragma_user_version`)
  return async () => {
    const row = db.peek(() => about.get()) ?? {}
    const migration = number(row, 'user_version')
    return { driver: 'sqlite', version: text(row, 'version'), migration, bytes: number(row, 'bytes') }
  }
}

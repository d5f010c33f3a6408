import type { Store } from '../../ports/store.ts'
import type { AboutStore } from '../../ports/store/about.ts'
import { number, text } from '../rows.ts'
import type { Sql } from './sql.ts'

/** What the database tells of itself. */
export function aboutRoom(sql: Sql, driver: AboutStore['driver']): Pick<Store, 'about' | 'time' | 'ping'> {
  return {
    about: async () => {
      const [row = {}] = await sql.peek(sql.dialect.about)
      return { driver, version: text(row, 'version'), migration: number(row, 'migration'), bytes: number(row, 'bytes') }
    },
    time: async () => number((await sql.peek(`SELECT ${sql.dialect.now} AS now`))[0] ?? {}, 'now'),
    ping: async () => void (await sql.peek('SELECT 1')),
  }
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from './database.ts'

const FOLDER = join(import.meta.dirname, '../../../migrations/sqlite')

/** Brings the schema up to date. Forward only; two processes that start together apply each step once. */
export function migrate(db: Pick<Database, 'prepare' | 'exec'>): void {
  const files = readdirSync(FOLDER)
    .filter((name) => /^\d{4}-.+\.sql$/.test(name))
    .sort()
  db.exec('BEGIN IMMEDIATE')
  try {
    const row = db.prepare('PRAGMA user_version').get()
    const current = Number(row?.['user_version'] ?? 0)
    for (const [index, name] of files.entries()) {
      if (index + 1 > current) db.exec(readFileSync(join(FOLDER, name), 'utf8'))
    }
    if (files.length > current) db.exec(`PRAGMA user_version = ${files.length}`)
    db.exec('COMMIT')
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}

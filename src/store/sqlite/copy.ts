import { backup, DatabaseSync } from 'node:sqlite'
import type { FileRecord } from '../../core/files/file-record.ts'
import { FILES } from '../columns.ts'
import { number } from '../rows.ts'
import { toStorageError } from './errors.ts'

// Some hundred kilobytes at a time: between two portions it is the turn of everything else.
const PAGES_AT_A_TIME = 100
const BUSY_TIMEOUT_MS = 5_000
const COUNTED = ['keys', 'tasks', 'files', 'deliveries', 'usage'] as const

/** Copies a database, also one in use, as it is at this moment: what is written meanwhile is not in the copy. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { timeout: BUSY_TIMEOUT_MS })
  try {
    // A reader's view stands still. Without it, each write of the service would make the copy begin anew.
    source.exec('BEGIN')
    source.prepare('SELECT count(*) FROM sqlite_schema').get()
    await backup(source, to, { rate: PAGES_AT_A_TIME })
  } catch (error) {
    throw toStorageError(error)
  } finally {
    source.close()
  }
}

/** What is asked of a database file outside of the service. */
export type DatabaseFile = {
  schema: number
  counts(): Record<string, number>
  /** Records of all files, one after the other. */
  files(): Iterable<FileRecord>
  hasFile(id: string): boolean
  /** Removes a task with its records. */
  forget(taskId: string): void
  /** Signs everybody out. */
  endSessions(): void
  /** Throws when the file is damaged. */
  check(): void
  close(): void
}

/** Opens a database file as it is, without bringing its schema up to date. `alone` leaves one file behind, without a log beside it. */
export function openDatabaseFile(path: string, alone: boolean): DatabaseFile {
  const db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true })
  if (alone) db.exec('PRAGMA journal_mode = DELETE')
  const has = db.prepare('SELECT 1 FROM files WHERE id = ?')
  return {
    schema: number(db.prepare('PRAGMA user_version').get() ?? {}, 'user_version'),
    counts: () =>
      Object.fromEntries(
        COUNTED.map((name) => [name, number(db.prepare(`SELECT count(*) AS n FROM ${name}`).get() ?? {}, 'n')]),
      ),
    *files() {
      // By pages, so that tasks may be forgotten on the way.
      const page = db.prepare('SELECT * FROM files WHERE id > ? ORDER BY id LIMIT 500')
      for (let after = ''; ;) {
        const files = page.all(after).map(FILES.read)
        yield* files
        const last = files.at(-1)
        if (last === undefined) return
        after = last.id
      }
    },
    hasFile: (id) => has.get(id) !== undefined,
    forget: (taskId) => void db.prepare('DELETE FROM tasks WHERE id = ?').run(taskId),
    endSessions() {
      const isKnown = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'sessions'`).get() !== undefined
      if (isKnown) db.exec('DELETE FROM sessions')
    },
    check() {
      const found = db.prepare('PRAGMA quick_check(1)').get()?.['quick_check']
      if (found !== 'ok') throw new Error(`the database is damaged: ${String(found)}`)
    },
    close: () => db.close(),
  }
}

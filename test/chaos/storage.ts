import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { localFiles } from '../../src/files/local.ts'
import type { Files } from '../../src/ports/files.ts'
import type { Store } from '../../src/ports/store.ts'
import { systemRandom } from '../../src/runtime/system.ts'
import { sqliteStore } from '../../src/store/sqlite/store.ts'

export type TaskRow = {
  id: string
  engine: string
  status: string
  error_code: string | null
  error_message: string | null
  start_key: string | null
  operation: string | null
  webhook_url: string | null
  attempts: number
  solo_cuts: number
  finished_at: number | null
  lease_token: string | null
}
export type FileRow = { id: string; task_id: string; bytes: number; sha256: string }
export type DeliveryRow = { id: string; task_id: string; status: string; body: string }

/** What the database holds, read past our own code. */
export type Rows = {
  tasks: TaskRow[]
  files: FileRow[]
  deliveries: DeliveryRow[]
  usage: { task_id: string; status: string }[]
  /** What operators are told of. */
  events: { id: string; event: string }[]
  /** Jobs that are still to be stopped. */
  stops: { task_id: string; engine: string }[]
}

export const ROWS: Readonly<Record<keyof Rows, string>> = {
  tasks: 'SELECT * FROM tasks',
  files: `SELECT id, task_id, bytes, sha256 FROM files
    UNION ALL SELECT id, task_id, bytes, sha256 FROM thumbnails`,
  deliveries: 'SELECT id, task_id, status, body FROM deliveries',
  usage: 'SELECT task_id, status FROM usage',
  events: 'SELECT id, event FROM events',
  stops: 'SELECT coalesce(of_task, task_id) AS task_id, engine FROM stops',
}

export const LEFT = `SELECT (SELECT count(*) FROM tasks WHERE finished_at IS NULL)
  + (SELECT count(*) FROM deliveries WHERE status = 'pending')
  + (SELECT count(*) FROM stops) AS count`

/** Where a run keeps its rows and its bytes: what its processes are told of it, and how we look past them. */
export type Storage = {
  env: Readonly<Record<string, string>>
  /** How many tasks have not ended, how many announcements are under way and how many jobs are to be stopped. */
  left(): Promise<number>
  rows(): Promise<Rows>
  openStore(): Promise<Store>
  /** The bytes, with one folder for temporary files after the other: each process may have its own. */
  openFiles(): Promise<Files[]>
  /** Temporary files in all of them. */
  spooled(): Promise<number>
}

/** SQLite and files in one folder. */
export function sqliteStorage(dataDir: string): Storage {
  const path = join(dataDir, 'mediagen.db')
  const all = <Row>(sql: string): Row[] => {
    const db = new DatabaseSync(path, { readOnly: true })
    try {
      return db.prepare(sql).all() as Row[]
    } finally {
      db.close()
    }
  }
  return {
    env: { MEDIAGEN_DATA_DIR: dataDir },
    left: async () => Number(all<{ count: number }>(LEFT)[0]?.count),
    rows: async () => ({
      tasks: all(ROWS.tasks),
      files: all(ROWS.files),
      deliveries: all(ROWS.deliveries),
      usage: all(ROWS.usage),
      events: all(ROWS.events),
      stops: all(ROWS.stops),
    }),
    openStore: async () => sqliteStore(path),
    openFiles: async () => [await localFiles(dataDir, systemRandom)],
    spooled: () => spooledIn([dataDir]),
  }
}

/** How many temporary files the data folders hold. */
export async function spooledIn(folders: readonly string[]): Promise<number> {
  const names = await Promise.all(folders.map((folder) => readdir(join(folder, 'spool'))))
  return names.flat().length
}

import type { FileRecord } from '../../core/files/file-record.ts'
import type { FileRecords } from '../../ports/store/file-records.ts'
import { FILES } from '../columns.ts'
import { originOf, readOrigin } from '../found.ts'
import { places, type Database } from './database.ts'

/** Records of files in SQLite. */
export function sqliteFileRecords(db: Database): FileRecords {
  const find = db.prepare('SELECT * FROM files WHERE id = ?')
  const ofTask = db.prepare('SELECT * FROM files WHERE task_id = ? ORDER BY role, position')
  const small = db.prepare('SELECT 1 FROM thumbnails WHERE id = ?')
  const shownOf = db.prepare(`SELECT * FROM files WHERE task_id = ? AND role IN ('cover', 'output')
    ORDER BY role, position`)
  const origin = db.prepare(originOf('?'))
  return {
    find: async (id) => {
      const row = await db.read(() => find.get(id))
      return row === undefined ? undefined : FILES.read(row)
    },
    ofTask: async (taskId) => (await db.read(() => ofTask.all(taskId))).map(FILES.read),
    shownOf: async (taskIds) => (await db.read(() => taskIds.flatMap((id) => shownOf.all(id)))).map(FILES.read),
    originOf: async (sha256) => {
      const row = await db.read(() => origin.get(sha256))
      return row === undefined ? undefined : readOrigin(row)
    },
    withoutRecord: async (ids) => db.read(() => ids.filter((id) => (find.get(id) ?? small.get(id)) === undefined)),
  }
}

/** Inserts a record inside a transaction that is already open; a change that is repeated brings its files once more. */
export function fileInserter(db: Database): (file: FileRecord) => void {
  const insert = db.prepare(`INSERT INTO files (${FILES.names})
    VALUES (${places(FILES)}) ON CONFLICT (id) DO NOTHING`)
  return (file) => void insert.run(...FILES.values(file))
}

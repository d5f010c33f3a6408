import type { FileRecord } from '../../core/file-record.ts'
import type { FileRecordStore } from '../../ports/store.ts'
import type { Database } from './database.ts'
import { fileFromRow } from '../rows.ts'

/** Records of files in SQLite. */
export function sqliteFiles(db: Database): FileRecordStore {
  const find = db.prepare('SELECT * FROM files WHERE id = ?')
  const ofTask = db.prepare('SELECT * FROM files WHERE task_id = ? ORDER BY role, position')
  return {
    find: async (id) => {
      const row = db.read(() => find.get(id))
      return row === undefined ? undefined : fileFromRow(row)
    },
    ofTask: async (taskId) => db.read(() => ofTask.all(taskId)).map(fileFromRow),
    unknown: async (ids) => db.read(() => ids.filter((id) => find.get(id) === undefined)),
  }
}

/** Inserts a record inside a transaction that is already open; a change that is made again brings its files again. */
export function fileInserter(db: Database): (file: FileRecord) => void {
  const insert = db.prepare(`INSERT INTO files
    (id, task_id, key_id, role, position, media_type, extension, bytes, sha256, width, height, duration_ms, created_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`)
  return (file) => {
    const { id, taskId, keyId, role, position, mediaType, extension, bytes, sha256 } = file
    insert.run(
      id,
      taskId,
      keyId,
      role,
      position,
      mediaType,
      extension,
      bytes,
      sha256,
      file.width,
      file.height,
      file.durationMs,
      file.createdAt,
    )
  }
}

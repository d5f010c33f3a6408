import type { Thumbnails } from '../../ports/store/thumbnails.ts'
import { THUMBNAILS } from '../columns.ts'
import { places, type Database } from './database.ts'

/** Records of small pictures in SQLite. */
export function sqliteThumbnails(db: Database): Thumbnails {
  const find = db.prepare('SELECT * FROM thumbnails WHERE file_id = ? AND width = ?')
  const task = db.prepare('SELECT 1 FROM tasks WHERE id = ?')
  const insert = db.prepare(`INSERT INTO thumbnails (${THUMBNAILS.names}) VALUES (${places(THUMBNAILS)})
    ON CONFLICT DO NOTHING`)
  const remove = db.prepare('DELETE FROM thumbnails WHERE id = ?')
  return {
    find: async (fileId, width) => {
      const row = await db.read(() => find.get(fileId, width))
      return row === undefined ? undefined : THUMBNAILS.read(row)
    },
    add: (thumbnail) =>
      db.write(() => {
        // A foreign key that does not hold would undo the work of others in the same transaction.
        if (task.get(thumbnail.taskId) === undefined) return false
        return Number(insert.run(...THUMBNAILS.values(thumbnail)).changes) === 1
      }),
    forget: async (id) => void (await db.write(() => remove.run(id))),
  }
}

import type { Thumbnails } from '../../ports/store/thumbnails.ts'
import { THUMBNAILS } from '../columns.ts'
import { statement, type Database } from './database.ts'

const FIND = statement(`SELECT ${THUMBNAILS.names} FROM thumbnails WHERE file_id = $1 AND width = $2`)
const GIVEN = THUMBNAILS.columns.map(({ type }, index) => `$${index + 1}::${type}`).join(', ')
const TASK = THUMBNAILS.columns.findIndex(({ name }) => name === 'task_id') + 1
// The row is locked against its removal: a foreign key that does not hold would be an error.
const ADD = statement(`INSERT INTO thumbnails (${THUMBNAILS.names}) SELECT ${GIVEN}
  FROM tasks WHERE id = $${TASK} FOR KEY SHARE ON CONFLICT DO NOTHING RETURNING id`)
const FORGET = statement('DELETE FROM thumbnails WHERE id = $1')

/** Records of small pictures in PostgreSQL. */
export function postgresThumbnails(db: Database): Thumbnails {
  return {
    find: async (fileId, width) => {
      const [row] = await db.retrySafe(FIND, [fileId, width])
      return row === undefined ? undefined : THUMBNAILS.read(row)
    },
    add: async (thumbnail) => (await db.run(ADD, THUMBNAILS.values(thumbnail))).length === 1,
    forget: async (id) => void (await db.retrySafe(FORGET, [id])),
  }
}

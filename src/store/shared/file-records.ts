import type { FileRecords, Thumbnails } from '../../ports/store/file-records.ts'
import { FILES, THUMBNAILS } from '../columns.ts'
import { similarParts } from '../../core/files/picture-hash.ts'
import { originOf, originsLike, readOrigin } from '../found.ts'
import { text } from '../rows.ts'
import type { Sql } from './sql.ts'

/** Records of files. */
export function fileRecordsRoom(sql: Sql): FileRecords {
  const { isAmong } = sql.dialect
  return {
    find: async (id) => {
      const [row] = await sql.read(`SELECT ${FILES.names} FROM files WHERE id = :id`, { id })
      return row === undefined ? undefined : FILES.read(row)
    },
    ofTask: async (taskId) => {
      const text = `SELECT ${FILES.names} FROM files WHERE task_id = :task_id ORDER BY role, position, id`
      return (await sql.read(text, { task_id: taskId })).map(FILES.read)
    },
    shownOf: async (taskIds) => {
      const text = `SELECT ${FILES.names} FROM files WHERE ${isAmong('task_id', ':task_ids')}
        AND role IN ('cover', 'output') ORDER BY task_id, role, position, id`
      return (await sql.read(text, { task_ids: taskIds })).map(FILES.read)
    },
    originOf: async (sha256) => {
      const [row] = await sql.read(originOf(':sha256'), { sha256 })
      return row === undefined ? undefined : readOrigin(row)
    },
    originsLike: async (pictureHash) => {
      const [part_1 = [], part_2 = [], part_3 = [], part_4 = []] = similarParts(pictureHash)
      const rows = await sql.read(originsLike(isAmong), { part_1, part_2, part_3, part_4 })
      return rows.map((row) => ({ origin: readOrigin(row), pictureHash: text(row, 'picture_hash') }))
    },
    withoutRecord: async (ids) => {
      const isAsked = isAmong('id', ':ids')
      const rows = await sql.read(
        `SELECT id FROM files WHERE ${isAsked} UNION ALL SELECT id FROM thumbnails WHERE ${isAsked}
          UNION ALL SELECT file_id FROM uploads WHERE ${isAmong('file_id', ':ids')}`,
        { ids },
      )
      const found = new Set(rows.map((row) => text(row, 'id')))
      return ids.filter((id) => !found.has(id))
    },
  }
}

/** Records of small pictures. */
export function thumbnailsRoom(sql: Sql): Thumbnails {
  const { names, columns, named, read } = THUMBNAILS
  const given = columns.map(({ name, type }) => `CAST(:${name} AS ${type})`).join(', ')
  // The task is held against its removal: a foreign key that does not hold would be an error.
  const add = `INSERT INTO thumbnails (${names}) SELECT ${given} FROM tasks WHERE id = :task_id
    ${sql.dialect.forKeyShare} ON CONFLICT DO NOTHING RETURNING id`
  return {
    find: async (fileId, width) => {
      const text = `SELECT ${names} FROM thumbnails WHERE file_id = :file_id AND width = :width`
      const [row] = await sql.read(text, { file_id: fileId, width })
      return row === undefined ? undefined : read(row)
    },
    add: async (thumbnail) => (await sql.write(add, named(thumbnail))).length === 1,
    forget: async (id) => void (await sql.repeatableWrite('DELETE FROM thumbnails WHERE id = :id', { id })),
  }
}

import type { FileRecord } from '../../core/file-record.ts'
import type { FileRecordStore } from '../../ports/store.ts'
import { statement, type Database } from './database.ts'
import { fileFromRow, text } from '../rows.ts'
import { columnsOf, valuesOf, type Columns } from './columns.ts'

const FILE_COLUMNS: Columns<FileRecord> = {
  id: ['text', (file) => file.id],
  task_id: ['text', (file) => file.taskId],
  key_id: ['text', (file) => file.keyId],
  role: ['text', (file) => file.role],
  position: ['bigint', (file) => file.position],
  media_type: ['text', (file) => file.mediaType],
  extension: ['text', (file) => file.extension],
  bytes: ['bigint', (file) => file.bytes],
  sha256: ['text', (file) => file.sha256],
  width: ['bigint', (file) => file.width],
  height: ['bigint', (file) => file.height],
  duration_ms: ['bigint', (file) => file.durationMs],
  created_at: ['bigint', (file) => file.createdAt],
}

const NAMES = Object.keys(FILE_COLUMNS).join(', ')

const FIND = statement(`SELECT ${NAMES} FROM files WHERE id = $1`)
const OF_TASK = statement(`SELECT ${NAMES} FROM files WHERE task_id = $1 ORDER BY role, position, id`)
const UNKNOWN = statement(`SELECT id FROM unnest($1::text[]) WITH ORDINALITY AS asked (id, place)
  WHERE NOT EXISTS (SELECT 1 FROM files WHERE files.id = asked.id) ORDER BY place`)

/** Records of files in PostgreSQL. */
export function postgresFiles(db: Database): FileRecordStore {
  return {
    find: async (id) => {
      const [row] = await db.again(FIND, [id])
      return row === undefined ? undefined : fileFromRow(row)
    },
    ofTask: async (taskId) => (await db.again(OF_TASK, [taskId])).map(fileFromRow),
    unknown: async (ids) => (await db.again(UNKNOWN, [ids])).map((row) => text(row, 'id')),
  }
}

/**
 * The part of a statement that inserts the records of the tasks that `tasks` names, from parameters that begin at `$first`.
 * A change that is made again brings its files again.
 */
export function insertFiles(first: number, tasks: string): string {
  return `INSERT INTO files (${NAMES}) SELECT ${NAMES} FROM ${columnsOf(FILE_COLUMNS, first)} AS new_file (${NAMES})
    WHERE task_id IN (${tasks}) ON CONFLICT (id) DO NOTHING`
}

/** The parameters of `insertFiles`. */
export function fileValues(files: readonly FileRecord[]): unknown[][] {
  return valuesOf(FILE_COLUMNS, files)
}

/** How many parameters `insertFiles` takes. */
export const FILE_PARAMETERS = Object.keys(FILE_COLUMNS).length

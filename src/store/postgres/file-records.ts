import type { FileRecord } from '../../core/files/file-record.ts'
import type { FileRecords } from '../../ports/store/file-records.ts'
import { FILES } from '../columns.ts'
import { originOf, readOrigin } from '../found.ts'
import { text } from '../rows.ts'
import { statement, type Database } from './database.ts'
import { arraysOf, unnest } from './unnest.ts'

const FIND = statement(`SELECT ${FILES.names} FROM files WHERE id = $1`)
const OF_TASK = statement(`SELECT ${FILES.names} FROM files WHERE task_id = $1 ORDER BY role, position, id`)
const SHOWN_OF = statement(`SELECT ${FILES.names} FROM files
  WHERE task_id = ANY($1::text[]) AND role IN ('cover', 'output') ORDER BY task_id, role, position, id`)
const ORIGIN = statement(originOf('$1'))
const WITHOUT_RECORD = statement(`SELECT id FROM unnest($1::text[]) WITH ORDINALITY AS asked (id, place)
  WHERE NOT EXISTS (SELECT 1 FROM files WHERE files.id = asked.id)
    AND NOT EXISTS (SELECT 1 FROM thumbnails WHERE thumbnails.id = asked.id) ORDER BY place`)

/** Records of files in PostgreSQL. */
export function postgresFileRecords(db: Database): FileRecords {
  return {
    find: async (id) => {
      const [row] = await db.retrySafe(FIND, [id])
      return row === undefined ? undefined : FILES.read(row)
    },
    ofTask: async (taskId) => (await db.retrySafe(OF_TASK, [taskId])).map(FILES.read),
    shownOf: async (taskIds) => (await db.retrySafe(SHOWN_OF, [taskIds])).map(FILES.read),
    originOf: async (sha256) => {
      const [row] = await db.retrySafe(ORIGIN, [sha256])
      return row === undefined ? undefined : readOrigin(row)
    },
    withoutRecord: async (ids) => (await db.retrySafe(WITHOUT_RECORD, [ids])).map((row) => text(row, 'id')),
  }
}

/**
 * The part of a statement that inserts the records of the tasks that `tasks` names, from parameters that begin at `$first`.
 * A change that is repeated brings its files once more.
 */
export function insertFiles(first: number, tasks: string): string {
  const given = `${unnest(FILES.columns, first)} AS new_file (${FILES.names})`
  return `INSERT INTO files (${FILES.names}) SELECT ${FILES.names} FROM ${given}
    WHERE task_id IN (${tasks}) ON CONFLICT (id) DO NOTHING`
}

/** The parameters of `insertFiles`. */
export function fileArrays(files: readonly FileRecord[]): string[] {
  return arraysOf(FILES.columns, files)
}

/** How many parameters `insertFiles` takes. */
export const FILE_PARAMETERS = FILES.columns.length

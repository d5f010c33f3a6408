import type { FileRecord } from '../../../core/files/file-record.ts'
import { FILES } from '../../columns.ts'
import { arraysOf, unnest } from './unnest.ts'

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

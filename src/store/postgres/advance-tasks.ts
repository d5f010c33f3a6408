import type { Lease } from '../../ports/store/lease.ts'
import type { TaskChange, TaskQueue } from '../../ports/store/task-queue.ts'
import { TASKS } from '../columns.ts'
import type { SqlValue } from '../rows.ts'
import { statement, type Database, type Statement } from './database.ts'
import { fileArrays, insertFiles } from './file-records.ts'

/** Changes a task under its lease, together with the files that come with the change. */
export function taskAdvancer(db: Database): TaskQueue['advance'] {
  return async (lease, change) => {
    const [row] = await db.run(...advance(lease, change))
    return row === undefined ? undefined : TASKS.read(row)
  }
}

function advance({ id, token }: Lease, change: TaskChange): [Statement, unknown[]] {
  const { releaseUntil, stillSuspect, files = [], ...changed } = change
  const sets = ['version = version + 1']
  const values: SqlValue[] = [id, token]
  const put = (column: string, value: SqlValue): void => {
    const place = `$${values.push(value)}`
    // What was reported before by another process may be further.
    sets.push(column === 'progress' ? `progress = greatest(progress, ${place})` : `${column} = ${place}`)
  }
  for (const [column, value] of TASKS.changes(changed)) put(column, value)
  if (releaseUntil !== undefined) {
    put('lease_token', null)
    put('owner', null)
    put('next_run_at', releaseUntil)
    if (stillSuspect === undefined) put('crowd', 0)
  }
  const update = `UPDATE tasks SET ${sets.join(', ')} WHERE id = $1 AND lease_token = $2 RETURNING ${TASKS.names}`
  if (files.length === 0) return [statement(update), values]
  const filed = insertFiles(values.length + 1, 'SELECT id FROM changed')
  const sql = `WITH changed AS (${update}), filed AS (${filed}) SELECT ${TASKS.names} FROM changed`
  return [statement(sql), [...values, ...fileArrays(files)]]
}

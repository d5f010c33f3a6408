import type { TaskQueue } from '../../../ports/store/task-queue.ts'
import { TASKS } from '../../columns.ts'
import type { SqlValue } from '../../rows.ts'
import type { SqliteDatabase } from '../database.ts'
import { fileInserter } from './insert-file.ts'

/** Changes a task under its lease, together with the files that come with the change. */
export function taskAdvancer(db: SqliteDatabase): TaskQueue['advance'] {
  const insertFile = fileInserter(db)
  return ({ id, token }, { releaseUntil, stillSuspect, files = [], ...change }) =>
    db.write(() => {
      const sets = ['version = version + 1']
      const values: SqlValue[] = []
      const put = (column: string, value: SqlValue): void => {
        // What was reported before by another process may be further.
        sets.push(column === 'progress' ? 'progress = max(progress, ?)' : `${column} = ?`)
        values.push(value)
      }
      for (const [column, value] of TASKS.changes(change)) put(column, value)
      if (releaseUntil !== undefined) {
        put('lease_token', null)
        put('owner', null)
        put('next_run_at', releaseUntil)
        if (stillSuspect === undefined) put('crowd', 0)
      }
      const update = db.prepare(`UPDATE tasks SET ${sets.join(', ')} WHERE id = ? AND lease_token = ? RETURNING *`)
      const row = update.get(...values, id, token)
      if (row === undefined) return undefined
      for (const file of files) insertFile(file)
      return TASKS.read(row)
    })
}

import type { TaskFilter, TaskReader } from '../../ports/store/task-reader.ts'
import { TASKS } from '../columns.ts'
import { listParts } from '../list-parts.ts'
import { plain, type SqlValue } from '../rows.ts'
import type { Database } from './database.ts'

/** A key's tasks, newest first unless the oldest are asked for. */
export function taskLister(db: Database): TaskReader['list'] {
  return async (filter) => {
    const [sql, values] = list(filter)
    return db.read(() => db.prepare(sql).all(values).map(TASKS.read))
  }
}

/** Every part is read in order from an index; SQLite merges them as it goes, and reads no further than needed. */
function list(filter: TaskFilter): [sql: string, values: Record<string, SqlValue>] {
  const same = ['key_id = :key_id']
  const values: Record<string, SqlValue> = { key_id: filter.keyId, limit: filter.limit }
  if (filter.model !== undefined) {
    same.push('model = :model')
    values['model'] = plain(filter.model)
  }
  if (filter.after !== undefined) {
    same.push(`(created_at, id) ${filter.oldestFirst === true ? '>' : '<'} (:created_at, :id)`)
    values['created_at'] = filter.after.createdAt
    values['id'] = filter.after.id
  }
  const parts = listParts(filter).map((part) => `SELECT * FROM tasks WHERE ${[...same, part].join(' AND ')}`)
  const order = filter.oldestFirst === true ? 'ASC' : 'DESC'
  return [`${parts.join(' UNION ALL ')} ORDER BY created_at ${order}, id ${order} LIMIT :limit`, values]
}

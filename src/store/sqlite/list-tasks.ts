import type { TaskFilter, TaskReader } from '../../ports/store/task-reader.ts'
import { TASKS } from '../columns.ts'
import { plain, type SqlValue } from '../rows.ts'
import type { Database } from './database.ts'

/** A key's tasks, newest first unless the oldest are asked for. */
export function taskLister(db: Database): TaskReader['list'] {
  return async (filter) => {
    const [sql, values] = list(filter)
    return db.read(() => db.prepare(sql).all(values).map(TASKS.read))
  }
}

function list(filter: TaskFilter): [sql: string, values: Record<string, SqlValue>] {
  const where = ['key_id = :key_id']
  const values: Record<string, SqlValue> = { key_id: filter.keyId, limit: filter.limit }
  for (const name of ['kind', 'status', 'model'] as const) {
    const value = filter[name]
    if (value === undefined) continue
    where.push(`${name} = :${name}`)
    values[name] = plain(value)
  }
  if (filter.after !== undefined) {
    where.push(`(created_at, id) ${filter.oldestFirst === true ? '>' : '<'} (:created_at, :id)`)
    values['created_at'] = filter.after.createdAt
    values['id'] = filter.after.id
  }
  const order = filter.oldestFirst === true ? 'ASC' : 'DESC'
  const sorted = `ORDER BY created_at ${order}, id ${order} LIMIT :limit`
  return [`SELECT * FROM tasks WHERE ${where.join(' AND ')} ${sorted}`, values]
}

import type { TaskFilter, TaskReader } from '../../ports/store/task-reader.ts'
import { TASKS } from '../columns.ts'
import { listParts } from '../list-parts.ts'
import { plain } from '../rows.ts'
import { statement, type Database, type Statement } from './database.ts'

const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC LIMIT $2'
const OLDEST_FIRST = 'ORDER BY created_at, id LIMIT $2'

/** A key's tasks, newest first unless the oldest are asked for. */
export function taskLister(db: Database): TaskReader['list'] {
  return async (filter) => (await db.retrySafe(...list(filter))).map(TASKS.read)
}

/** Every part is read in order from an index and no further than needed; the server merges them as it goes. */
function list(filter: TaskFilter): [Statement, unknown[]] {
  const values: unknown[] = [filter.keyId, filter.limit]
  const order = filter.oldestFirst === true ? OLDEST_FIRST : NEWEST_FIRST
  const same: string[] = []
  if (filter.model !== undefined) same.push(`model = $${values.push(plain(filter.model))}`)
  if (filter.after !== undefined) {
    const { createdAt, id } = filter.after
    same.push(
      `(created_at, id) ${filter.oldestFirst === true ? '>' : '<'} ($${values.push(createdAt)}, $${values.push(id)})`,
    )
  }
  const parts = listParts(filter).map((part) => {
    const where = ['key_id = $1', part, ...same].join(' AND ')
    return `(SELECT ${TASKS.names} FROM tasks WHERE ${where} ${order})`
  })
  return [statement(`SELECT * FROM (${parts.join(' UNION ALL ')}) AS parts ${order}`), values]
}

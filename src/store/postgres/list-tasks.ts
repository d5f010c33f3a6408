import type { TaskFilter, TaskReader } from '../../ports/store/task-reader.ts'
import { TASKS } from '../columns.ts'
import { readAskedText } from '../found.ts'
import { listBounds, listedModels, listParts } from '../list-parts.ts'
import { statement, type Database, type Statement } from './database.ts'

const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC LIMIT $2'
const OLDEST_FIRST = 'ORDER BY created_at, id LIMIT $2'
const BETWEEN = '(created_at, id) > ($3::bigint, $4) AND (created_at, id) < ($5::bigint, $6)'

/** A key's tasks, newest first unless the oldest are asked for: whole, or what was asked alone. */
export function taskLister(db: Database): Pick<TaskReader, 'list' | 'prompts'> {
  const read = async (filter: TaskFilter, columns: string) => {
    const asked = list(filter, columns)
    return asked === undefined ? [] : db.retrySafe(...asked)
  }
  return {
    list: async (filter) => (await read(filter, TASKS.names)).map(TASKS.read),
    prompts: async (filter) => (await read(filter, 'created_at, id, prompt')).map(readAskedText),
  }
}

/** Every part is read in order from an index and no further than needed; the server merges them as it goes. */
function list(filter: TaskFilter, columns: string): [Statement, unknown[]] | undefined {
  const { above, below } = listBounds(filter)
  const values: unknown[] = [filter.keyId, filter.limit, above.createdAt, above.id, below.createdAt, below.id]
  const models = listedModels(filter).map((model) => `$${values.push(model)}`)
  const order = filter.oldestFirst === true ? OLDEST_FIRST : NEWEST_FIRST
  const parts = listParts(filter, models).map(
    (part) => `(SELECT ${columns} FROM tasks WHERE key_id = $1 AND ${part} AND ${BETWEEN} ${order})`,
  )
  if (parts.length === 0) return undefined
  return [statement(`SELECT * FROM (${parts.join(' UNION ALL ')}) AS parts ${order}`), values]
}

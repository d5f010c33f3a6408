import type { TaskFilter, TaskReader } from '../../ports/store/task-reader.ts'
import { TASKS } from '../columns.ts'
import { readAskedText } from '../found.ts'
import { listBounds, listedModels, listParts, partsOfAllKeys } from '../list-parts.ts'
import { statement, type Database, type Statement } from './database.ts'

const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC LIMIT $1'
const OLDEST_FIRST = 'ORDER BY created_at, id LIMIT $1'
const BETWEEN = '(created_at, id) > ($2::bigint, $3) AND (created_at, id) < ($4::bigint, $5)'

/** A key's tasks, newest first unless the oldest are asked for: whole, or what was asked alone. */
export function taskLister(db: Database): Pick<TaskReader, 'list' | 'prompts'> {
  const read = async (filter: TaskFilter, columns: string) => {
    const asked = list(filter, columns)
    return asked === undefined ? [] : db.retrySafe(...asked)
  }
  return {
    list: async (filter) => (await read(filter, TASKS.names)).map(TASKS.read),
    prompts: async (filter) => (await read(filter, 'created_at, id, kind, model, prompt')).map(readAskedText),
  }
}

/** Every part is read in order from an index and no further than needed; the server merges them as it goes. */
function list(filter: TaskFilter, columns: string): [Statement, unknown[]] | undefined {
  const { above, below } = listBounds(filter)
  const values: unknown[] = [filter.limit, above.createdAt, above.id, below.createdAt, below.id]
  const models = listedModels(filter).map((model) => `$${values.push(model)}`)
  const order = filter.oldestFirst === true ? OLDEST_FIRST : NEWEST_FIRST
  const key = filter.keyId === null ? '' : `key_id = $${values.push(filter.keyId)} AND `
  const conditions = filter.keyId === null ? partsOfAllKeys(filter, models) : listParts(filter, models)
  const parts = conditions.map((part) => `(SELECT ${columns} FROM tasks WHERE ${key}${part} AND ${BETWEEN} ${order})`)
  if (parts.length === 0) return undefined
  return [statement(`SELECT * FROM (${parts.join(' UNION ALL ')}) AS parts ${order}`), values]
}

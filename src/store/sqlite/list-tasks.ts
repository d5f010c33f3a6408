import { setImmediate as turn } from 'node:timers/promises'
import type { TaskFilter, TaskReader } from '../../ports/store/task-reader.ts'
import { TASKS } from '../columns.ts'
import { readAskedText } from '../found.ts'
import { listBounds, listedModels, listParts, partsOfAllKeys } from '../list-parts.ts'
import type { SqlValue } from '../rows.ts'
import type { Database } from './database.ts'

/** A key's tasks, newest first unless the oldest are asked for: whole, or what was asked alone. */
export function taskLister(db: Database): Pick<TaskReader, 'list' | 'prompts'> {
  return {
    list: async (filter) => {
      const [sql, values] = list(filter, '*')
      return db.read(() => db.prepare(sql).all(values).map(TASKS.read))
    },
    prompts: async (filter) => {
      const [sql, values] = list(filter, 'created_at, id, kind, model, prompt')
      // Whoever looks through many asks again and again: between two parts it is the others' turn.
      await turn()
      return db.read(() => db.prepare(sql).all(values).map(readAskedText))
    },
  }
}

type Values = Record<string, SqlValue>

/** Every part is read in order from an index; SQLite merges them as it goes, and reads no further than needed. */
function list(filter: TaskFilter, columns: string): [sql: string, values: Values] {
  const { above, below } = listBounds(filter)
  const models = listedModels(filter)
  const values: Values = {
    ...(filter.keyId === null ? {} : { key_id: filter.keyId }),
    limit: filter.limit,
    above_at: above.createdAt,
    above_id: above.id,
    below_at: below.createdAt,
    below_id: below.id,
    ...Object.fromEntries(models.map((model, index) => [`model_${index}`, model])),
  }
  const between = '(created_at, id) > (:above_at, :above_id) AND (created_at, id) < (:below_at, :below_id)'
  const names = Object.keys(models).map(modelName)
  const conditions =
    filter.keyId === null
      ? partsOfAllKeys(filter, names)
      : listParts(filter, names).map((part) => `key_id = :key_id AND ${part}`)
  const parts = conditions.map((part) => `SELECT ${columns} FROM tasks WHERE ${part} AND ${between}`)
  if (parts.length === 0) return [`SELECT ${columns} FROM tasks WHERE id = NULL`, {}]
  const order = filter.oldestFirst === true ? 'ASC' : 'DESC'
  return [`${parts.join(' UNION ALL ')} ORDER BY created_at ${order}, id ${order} LIMIT :limit`, values]
}

function modelName(index: string): string {
  return `:model_${index}`
}

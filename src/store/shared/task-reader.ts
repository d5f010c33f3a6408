import { setImmediate as turn } from 'node:timers/promises'
import { TASK_STATUSES, type TaskStatus } from '../../core/tasks/task.ts'
import type { TaskFilter, TaskReader } from '../../ports/store/task-reader.ts'
import { readView, TASKS } from '../columns.ts'
import { FURTHEST_PLACE, lastEnded, PARKED, viewOf, WAITING } from '../conditions.ts'
import { readAskedText, readEndedTask } from '../found.ts'
import {
  boundParameters,
  IS_BETWEEN,
  kindsOf,
  listedModels,
  listParts,
  partsOf,
  partsOfAllKeys,
} from '../list-parts.ts'
import { number, text } from '../rows.ts'
import type { Query, Sql } from './sql.ts'

// Named one by one: a column that a newer program adds must not change what this one has prepared.
const FIND = `SELECT ${TASKS.names} FROM tasks WHERE id = :id`
export const FIND_REPEAT = `SELECT fingerprint, task_id FROM idempotency
  WHERE key_id = :key_id AND key = :key AND expires_at > :now`
// Of those who wait for a place, the ones before the same account.
const PARKED_AHEAD = `SELECT count(*) FROM (SELECT 1 FROM (
    SELECT parked_by, turn, created_at, id FROM tasks WHERE id = :id AND ${PARKED}) AS own CROSS JOIN tasks
  WHERE tasks.status = 'parked' AND tasks.parked_by = own.parked_by
    AND (tasks.turn, tasks.created_at, tasks.id) < (own.turn, own.created_at, own.id) LIMIT ${FURTHEST_PLACE}) AS parked`
const AHEAD = `SELECT count(*) + (${PARKED_AHEAD}) AS ahead FROM (SELECT 1 FROM (
    SELECT engine, turn, created_at, id FROM tasks WHERE id = :id AND ${WAITING}) AS own CROSS JOIN tasks
  WHERE tasks.engine = own.engine AND tasks.status = 'pending' AND tasks.lease_token IS NULL
    AND (tasks.turn, tasks.created_at, tasks.id) < (own.turn, own.created_at, own.id) LIMIT ${FURTHEST_PLACE}) AS line`

/** Tasks as they stand. */
export function taskReaderRoom(sql: Sql): TaskReader {
  const list = lister(sql)
  return {
    find: async (id) => {
      const [row] = await sql.read(FIND, { id })
      return row === undefined ? undefined : TASKS.read(row)
    },
    view: async (id) => readView(await sql.read(viewOf(':id'), { id })),
    list: async (filter) => (await list(filter, TASKS.names)).map(TASKS.read),
    prompts: async (filter) => {
      // SQLite is read while everybody waits: between two parts it is the others' turn.
      await turn()
      return (await list(filter, 'created_at, id, kind, model, prompt')).map(readAskedText)
    },
    counts: async ({ kind, most, ...whose }) => {
      const [column, id] = 'keyId' in whose ? ['key_id', whose.keyId] : ['project', whose.project]
      const ofStatus = (status: TaskStatus): string => {
        const parts = kindsOf(kind).flatMap((one) => partsOf(one, status))
        const rows = parts.map(
          (part) =>
            `SELECT one FROM (SELECT 1 AS one FROM tasks WHERE ${column} = :id AND ${part} LIMIT :most) AS counted`,
        )
        return `(SELECT count(*) FROM (${rows.join(' UNION ALL ')}) AS of_${status}) AS ${status}`
      }
      const [row = {}] = await sql.read(`SELECT ${TASK_STATUSES.map(ofStatus).join(', ')}`, { id, most })
      const counted = TASK_STATUSES.map((status) => [status, Math.min(most, number(row, status))])
      return Object.fromEntries(counted) as Record<TaskStatus, number>
    },
    lastEnded: async (most) => (await sql.read(lastEnded(':most'), { most })).map(readEndedTask),
    findRepeat: async (keyId, key, now) => {
      const asked: Query = [FIND_REPEAT, { key_id: keyId, key, now }]
      // Nearly always there is nothing, and the insert that follows looks once more: nothing is waited for.
      if ((await sql.peek(...asked)).length === 0) return undefined
      const [row] = await sql.read(...asked)
      return row === undefined ? undefined : { taskId: text(row, 'task_id'), fingerprint: text(row, 'fingerprint') }
    },
    queuePosition: async ({ id }) => number((await sql.read(AHEAD, { id }))[0] ?? {}, 'ahead'),
  }
}

/** A key's tasks, newest first unless the oldest are asked for: every part of them in order from an index. */
function lister(sql: Sql) {
  return async (filter: TaskFilter, columns: string) => {
    const models = Object.fromEntries(listedModels(filter).map((model, index) => [`model_${index}`, model]))
    const names = Object.keys(models).map((name) => `:${name}`)
    const whose = [
      ...(filter.keyId === null ? [] : ['key_id = :key_id']),
      ...(filter.project === undefined ? [] : ['project = :project']),
    ]
    const conditions =
      whose.length === 0
        ? partsOfAllKeys(filter, names)
        : listParts(filter, names).map((part) => [...whose, part].join(' AND '))
    if (conditions.length === 0) return []
    const table = names.length === 0 || whose.length === 0 ? 'tasks' : `tasks ${sql.dialect.indexedBy(byModel(filter))}`
    const parts = conditions.map((part) => `SELECT ${columns} FROM ${table} WHERE ${part} AND ${IS_BETWEEN}`)
    const order = filter.oldestFirst === true ? 'created_at ASC, id ASC' : 'created_at DESC, id DESC'
    const key = filter.keyId === null ? {} : { key_id: filter.keyId }
    const project = filter.project === undefined ? {} : { project: filter.project }
    const values = { ...key, ...project, limit: filter.limit, ...models, ...boundParameters(filter) }
    return sql.read(sql.dialect.firstOf(parts, order), values)
  }
}

/** Without statistics, SQLite takes each index that begins with the key for as good as another. */
function byModel({ keyId }: TaskFilter): string {
  return keyId === null ? 'tasks_of_project_model' : 'tasks_of_model'
}

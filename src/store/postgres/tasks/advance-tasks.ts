import type { Task } from '../../../core/tasks/task.ts'
import type { Lease } from '../../../ports/store/owners.ts'
import type { TaskChange, TaskQueue } from '../../../ports/store/task-queue.ts'
import { TASKS } from '../../columns.ts'
import type { ColumnType, SqlValue } from '../../rows.ts'
import { batchedByLine } from './batch.ts'
import { statement, type PostgresDatabase, type Statement } from '../database.ts'
import { fileArrays, insertFiles } from './insert-files.ts'
import { arrayOf } from './unnest.ts'

const MOST_AT_ONCE = 100
// The server writes the commits of several at once to disk together.
const LANES = 4

const COLUMNS = TASKS.columns.map(({ name }) => `tasks.${name}`).join(', ')
const TYPES: ReadonlyMap<string, ColumnType> = new Map([
  ...TASKS.columns.map(({ name, type }): [string, ColumnType] => [name, type]),
  ['owner', 'text'],
])

/** A change as the columns that it sets. Those of the same columns can be made by one statement. */
type Advance = { lease: Lease; change: TaskChange; columns: string[]; values: SqlValue[] }

/** Changes tasks under their leases, those of one turn in one statement, together with the files that come with a change. */
export function taskAdvancer(db: PostgresDatabase): TaskQueue['advance'] {
  const together = async (advances: Advance[]): Promise<(Task | undefined)[]> => {
    const rows = await db.run(...changing(advances))
    const changed = new Map(rows.map(TASKS.read).map((task) => [task.id, task]))
    return advances.map(({ lease }) => changed.get(lease.id))
  }
  const advanceOne = batchedByLine<Advance, Task | undefined>(lineOf, {
    keyOf: ({ lease }) => lease.id,
    most: MOST_AT_ONCE,
    lanes: LANES,
    together,
    alone: async (advance) => (await together([advance]))[0],
  })
  return (lease, change) => advanceOne({ lease, change, ...settingsOf(change) })
}

function lineOf({ columns, change: { files = [] } }: Advance): string {
  return files.length === 0 ? columns.join(' ') : `${columns.join(' ')} with files`
}

function settingsOf({ releaseUntil, stillSuspect, ...changed }: TaskChange): Pick<Advance, 'columns' | 'values'> {
  const settings = TASKS.changes(changed)
  if (releaseUntil !== undefined) {
    settings.push(['lease_token', null], ['owner', null], ['next_run_at', releaseUntil])
    if (stillSuspect === undefined) settings.push(['crowd', 0])
  }
  return { columns: settings.map(([column]) => column), values: settings.map(([, value]) => value) }
}

/** One statement for changes of the same columns. The ids are named beside the join, as for ends. */
function changing(advances: readonly Advance[]): [Statement, unknown[]] {
  const columns = advances[0]?.columns ?? []
  const types = columns.map((column) => TYPES.get(column) ?? 'text')
  const leases = [advances.map(({ lease }) => lease.id), advances.map(({ lease }) => lease.token)]
  const arrays = types.map((type, index) =>
    arrayOf(
      type,
      advances.map(({ values }) => values[index] ?? null),
    ),
  )
  const given = ['text', 'text', ...types].map((type, index) => `$${index + 1}::${type}[]`).join(', ')
  const names = ['given_id', 'given_token', ...columns.map((column) => `new_${column}`)].join(', ')
  const sets = columns.map((column) =>
    // What was reported before by another process may be further.
    column === 'progress' ? 'progress = greatest(tasks.progress, new_progress)' : `${column} = new_${column}`,
  )
  const update = `UPDATE tasks SET ${['version = version + 1', ...sets].join(', ')}
    FROM unnest(${given}) AS given (${names})
    WHERE tasks.id = ANY($1) AND tasks.id = given_id AND lease_token = given_token RETURNING ${COLUMNS}`
  const values = [...leases.map((each) => arrayOf('text', each)), ...arrays]
  const files = advances.flatMap(({ change }) => change.files ?? [])
  if (files.length === 0) return [statement(update), values]
  const filed = insertFiles(values.length + 1, 'SELECT id FROM changed')
  const sql = `WITH changed AS (${update}), filed AS (${filed}) SELECT ${TASKS.names} FROM changed`
  return [statement(sql), [...values, ...fileArrays(files)]]
}

import { START_SETTLES_MS } from '../../core/stop.ts'
import type { Outcome, TaskQueue } from '../../ports/store/task-queue.ts'
import { STOPS } from '../columns.ts'
import { LEAVES_A_JOB } from '../conditions.ts'
import { plain, text, type Column } from '../rows.ts'
import { batched } from './batch.ts'
import { statement, type Database } from './database.ts'
import { FILE_PARAMETERS, fileArrays, insertFiles } from './file-records.ts'
import { arraysOf, unnest } from './unnest.ts'

const MOST_AT_ONCE = 100
// The server writes the commits of several at once to disk together.
const LANES = 4

type Ending = { id: string; token: string | null; outcome: Outcome }

const ENDING_COLUMNS: readonly Column<Ending>[] = [
  { name: 'ending_id', type: 'text', value: ({ id }) => id },
  { name: 'token', type: 'text', value: ({ token }) => token },
  { name: 'new_status', type: 'text', value: ({ outcome }) => outcome.status },
  { name: 'new_code', type: 'text', value: ({ outcome }) => outcome.error?.code ?? null },
  {
    name: 'new_message',
    type: 'text',
    value: ({ outcome }) => (outcome.error === null ? null : plain(outcome.error.message)),
  },
  { name: 'ended_at', type: 'bigint', value: ({ outcome }) => outcome.finishedAt },
  { name: 'new_warnings', type: 'text', value: ({ outcome }) => JSON.stringify(outcome.warnings) },
  { name: 'delivery_id', type: 'text', value: ({ outcome }) => outcome.delivery?.id ?? null },
  { name: 'url', type: 'text', value: ({ outcome }) => outcome.delivery?.url ?? null },
  { name: 'host', type: 'text', value: ({ outcome }) => outcome.delivery?.host ?? null },
  { name: 'body', type: 'text', value: ({ outcome }) => outcome.delivery?.body ?? null },
  { name: 'used_kind', type: 'text', value: ({ outcome }) => outcome.usage.kind },
  { name: 'used_model', type: 'text', value: ({ outcome }) => outcome.usage.model },
  { name: 'used_engine', type: 'text', value: ({ outcome }) => outcome.usage.engine },
  { name: 'used_status', type: 'text', value: ({ outcome }) => outcome.usage.status },
  { name: 'units', type: 'double precision', value: ({ outcome }) => outcome.usage.units },
  { name: 'price_micros', type: 'bigint', value: ({ outcome }) => outcome.usage.priceMicros },
  { name: 'stop_job', type: 'bigint', value: ({ outcome }) => (outcome.stopJob ? 1 : 0) },
  { name: 'used_at', type: 'bigint', value: ({ outcome }) => outcome.usage.at },
]

// One statement is one transaction: state, files, delivery, usage and the stop of the job, none without the others.
// The ids are named beside the join: without statistics it would be planned as a walk over all unfinished tasks.
const END = statement(`WITH ending AS (
    SELECT * FROM ${unnest(ENDING_COLUMNS, FILE_PARAMETERS + 1)} AS given (${ENDING_COLUMNS.map(({ name }) => name).join(', ')})
  ), ended AS (
    UPDATE tasks SET status = new_status, ended_step = step, step = NULL, error_code = new_code, error_message = new_message,
      finished_at = ended_at, warnings = new_warnings, lease_token = NULL, owner = NULL, crowd = 0, ended_by = token, version = version + 1,
      progress = CASE WHEN new_status = 'success' THEN 100 ELSE progress END
    FROM ending WHERE id = ANY($${FILE_PARAMETERS + 1}) AND id = ending_id
      AND (lease_token = token OR (token IS NULL AND finished_at IS NULL))
    RETURNING id, key_id, engine, guest_of, kind, model, operation, ended_step, ending.*
  ), filed AS (
    ${insertFiles(1, 'SELECT id FROM ended')}
  ), announced AS (
    INSERT INTO deliveries (id, task_id, key_id, url, host, body, status, round, attempts, created_at, next_run_at)
    SELECT delivery_id, id, key_id, url, host, body, 'pending', 0, 0, ended_at, ended_at FROM ended
    WHERE delivery_id IS NOT NULL
  ), used AS (
    INSERT INTO usage (task_id, key_id, kind, model, engine, status, units, price_micros, at)
    SELECT id, key_id, used_kind, used_model, used_engine, used_status, units, price_micros, used_at FROM ended
  ), left_behind AS (
    INSERT INTO stops (${STOPS.names})
    SELECT id, engine, coalesce(guest_of, engine), kind, model, operation, ended_at,
      CASE WHEN operation IS NULL THEN ended_at + ${START_SETTLES_MS} ELSE ended_at END, 0 FROM ended
    WHERE stop_job = 1 AND ${LEAVES_A_JOB} ON CONFLICT (task_id) DO NOTHING
  )
  SELECT id FROM ended`)

const ENDED_BY = statement('SELECT 1 FROM tasks WHERE id = $1 AND ended_by = $2')

/** The final write of tasks, those of one turn in one statement. */
export function taskFinisher(db: Database): Pick<TaskQueue, 'finish' | 'finishAny'> {
  const end = async (endings: Ending[]): Promise<boolean[]> => {
    const files = fileArrays(endings.flatMap(({ outcome }) => outcome.files))
    const rows = await db.run(END, [...files, ...arraysOf(ENDING_COLUMNS, endings)])
    const ended = new Set(rows.map((row) => text(row, 'id')))
    return endings.map(({ id }) => ended.has(id))
  }
  const endOne = batched<Ending, boolean>({
    keyOf: ({ id }) => id,
    most: MOST_AT_ONCE,
    lanes: LANES,
    together: end,
    alone: async (ending) => (await end([ending]))[0] === true,
  })
  return {
    finish: async ({ id, token }, outcome) => {
      if (await endOne({ id, token, outcome })) return true
      return (await db.retrySafe(ENDED_BY, [id, token])).length === 1
    },
    finishAny: (id, outcome) => endOne({ id, token: null, outcome }),
  }
}

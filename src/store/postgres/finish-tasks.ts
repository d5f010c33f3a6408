import type { Lease, Outcome } from '../../ports/store.ts'
import { batched } from './batch.ts'
import { statement, type Database } from './database.ts'
import { FILE_PARAMETERS, fileValues, insertFiles } from './files.ts'
import { plain, text } from '../rows.ts'
import { columnsOf, valuesOf, type Columns } from './columns.ts'

const MOST_AT_ONCE = 100
// The server writes the commits of several at once to disk together.
const LANES = 4

type Ending = { id: string; token: string | null; outcome: Outcome }

const ENDING_COLUMNS: Columns<Ending> = {
  ending_id: ['text', ({ id }) => id],
  token: ['text', ({ token }) => token],
  new_status: ['text', ({ outcome }) => outcome.status],
  new_code: ['text', ({ outcome }) => outcome.error?.code ?? null],
  new_message: ['text', ({ outcome }) => (outcome.error === null ? null : plain(outcome.error.message))],
  ended_at: ['bigint', ({ outcome }) => outcome.finishedAt],
  new_warnings: ['text', ({ outcome }) => JSON.stringify(outcome.warnings)],
  delivery_id: ['text', ({ outcome }) => outcome.delivery?.id ?? null],
  url: ['text', ({ outcome }) => outcome.delivery?.url ?? null],
  host: ['text', ({ outcome }) => outcome.delivery?.host ?? null],
  body: ['text', ({ outcome }) => outcome.delivery?.body ?? null],
  used_kind: ['text', ({ outcome }) => outcome.usage.kind],
  used_model: ['text', ({ outcome }) => outcome.usage.model],
  used_engine: ['text', ({ outcome }) => outcome.usage.engine],
  used_status: ['text', ({ outcome }) => outcome.usage.status],
  units: ['double precision', ({ outcome }) => outcome.usage.units],
  price_micros: ['bigint', ({ outcome }) => outcome.usage.priceMicros],
  used_at: ['bigint', ({ outcome }) => outcome.usage.at],
}

// One statement is one transaction: state, files, delivery and usage, none without the others.
// The ids are named beside the join: without statistics it would be planned as a walk over all unfinished tasks.
const END = statement(`WITH ending AS (
    SELECT * FROM ${columnsOf(ENDING_COLUMNS, FILE_PARAMETERS + 1)} AS given (${Object.keys(ENDING_COLUMNS).join(', ')})
  ), ended AS (
    UPDATE tasks SET status = new_status, step = NULL, error_code = new_code, error_message = new_message,
      finished_at = ended_at, warnings = new_warnings, lease_token = NULL, ended_by = token, version = version + 1,
      progress = CASE WHEN new_status = 'success' THEN 100 ELSE progress END
    FROM ending WHERE id = ANY($${FILE_PARAMETERS + 1}) AND id = ending_id
      AND (lease_token = token OR (token IS NULL AND finished_at IS NULL))
    RETURNING id, key_id, ending.*
  ), filed AS (
    ${insertFiles(1, 'SELECT id FROM ended')}
  ), announced AS (
    INSERT INTO deliveries (id, task_id, key_id, url, host, body, status, round, attempts, created_at, next_run_at)
    SELECT delivery_id, id, key_id, url, host, body, 'pending', 0, 0, ended_at, ended_at FROM ended
    WHERE delivery_id IS NOT NULL
  ), used AS (
    INSERT INTO usage (task_id, key_id, kind, model, engine, status, units, price_micros, at)
    SELECT id, key_id, used_kind, used_model, used_engine, used_status, units, price_micros, used_at FROM ended
  )
  SELECT id FROM ended`)

const ENDED_BY = statement('SELECT 1 FROM tasks WHERE id = $1 AND ended_by = $2')

/** The final write of tasks, those of one turn in one statement. */
export function taskFinisher(db: Database): {
  owned(lease: Lease, outcome: Outcome): Promise<boolean>
  unowned(id: string, outcome: Outcome): Promise<boolean>
} {
  const end = async (endings: Ending[]): Promise<boolean[]> => {
    const files = fileValues(endings.flatMap(({ outcome }) => outcome.files))
    const rows = await db.run(END, [...files, ...valuesOf(ENDING_COLUMNS, endings)])
    const ended = new Set(rows.map((row) => text(row, 'id')))
    return endings.map(({ id }) => ended.has(id))
  }
  const finish = batched<Ending, boolean>({
    keyOf: ({ id }) => id,
    most: MOST_AT_ONCE,
    lanes: LANES,
    together: end,
    alone: async (ending) => (await end([ending]))[0] === true,
  })
  return {
    owned: async ({ id, token }, outcome) => {
      if (await finish({ id, token, outcome })) return true
      return (await db.again(ENDED_BY, [id, token])).length === 1
    },
    unowned: (id, outcome) => finish({ id, token: null, outcome }),
  }
}

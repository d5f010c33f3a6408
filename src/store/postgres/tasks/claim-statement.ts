import { NEVER } from '../../../core/tasks/task.ts'
import type { ClaimRequest, RunTimeout } from '../../../ports/store/task-queue.ts'
import { TASKS } from '../../columns.ts'
import { IN_WORK, isReady, jobsAt, WAITING } from '../../conditions.ts'
import type { Column } from '../../rows.ts'
import type { Floor } from './floors.ts'
import { arraysOf, unnest } from './unnest.ts'

export const COLUMNS = TASKS.columns.map(({ name }) => `tasks.${name}`).join(', ')

const TIMEOUT_COLUMNS: readonly Column<RunTimeout>[] = [
  { name: 'may_kind', type: 'text', value: ({ kind }) => kind },
  { name: 'may_model', type: 'text', value: ({ model }) => model },
  { name: 'may_ms', type: 'bigint', value: ({ ms }) => ms },
]

/**
 * The order in which what waits is served. Whether anything waits is asked by it too: EXISTS knows no order, and is planned as a
 * walk by deadline over all that waits for whichever engine.
 */
export const BY_TURN = 'ORDER BY turn, created_at, id'

/** The parts of a claim, from parameters that begin at `$first`: tables to name before it, and the update itself. */
export function claimParts(first: number, isCapped: boolean): { tables: string; update: string } {
  const [engine, now, limit, token, owner, time, turn, crowd, wakeLimit] = Array.from(
    { length: 9 },
    (_, index) => `$${first + index}`,
  )
  const cap = `$${first + 9 + TIMEOUT_COLUMNS.length}`
  // Counting ends at the cap: the cost does not grow with what is in work.
  const room = isCapped
    ? `${cap} - (SELECT count(*) FROM (${jobsAt(`${engine}`)} LIMIT ${cap}) AS busy)`
    : `${limit}::bigint`
  // SKIP LOCKED: two workers that claim at the same instant get different tasks; neither waits. The row of the owner is held
  // so that it cannot be buried before what it takes here is on disk, or that would be nobody's; its beat goes on meanwhile.
  // Only where something is due: holding it is a write, and most looks find nothing.
  const dueInWork = `engine = ${engine} AND ${IN_WORK} AND next_run_at BETWEEN ${time} AND ${now} AND crowd = ${crowd}`
  const dueWaiting = `engine = ${engine} AND ${WAITING} AND next_run_at <= ${now} AND turn >= ${turn} AND crowd = ${crowd}`
  const waits = `(SELECT id FROM tasks WHERE ${dueWaiting} ${BY_TURN} LIMIT 1) IS NOT NULL`
  const tables = `me AS MATERIALIZED (
    SELECT id FROM owners WHERE id = ${owner}
      AND (EXISTS (SELECT FROM tasks WHERE ${dueInWork}) OR ${waits}) FOR KEY SHARE
  ), in_work AS MATERIALIZED (
    SELECT id, next_run_at FROM tasks WHERE ${dueInWork} ORDER BY next_run_at, id
    LIMIT CASE WHEN EXISTS (SELECT FROM me) THEN ${limit}::bigint ELSE 0 END FOR UPDATE SKIP LOCKED
  ), fresh AS MATERIALIZED (
    SELECT id, turn, created_at, kind, model, ${isReady(`${now}`)} AS ready FROM tasks WHERE ${dueWaiting}
    ${BY_TURN}
    LIMIT CASE WHEN EXISTS (SELECT FROM me)
      THEN greatest(0, least(greatest(${limit} - (SELECT count(*) FROM in_work), ${limit} - ${wakeLimit}::bigint), ${room}))
      ELSE 0 END
    FOR UPDATE SKIP LOCKED
  ), waking AS (
    SELECT id, next_run_at FROM in_work ORDER BY next_run_at, id LIMIT ${limit} - (SELECT count(*) FROM fresh)
  ), may AS (
    SELECT * FROM ${unnest(TIMEOUT_COLUMNS, first + 9)} AS given (${TIMEOUT_COLUMNS.map(({ name }) => name).join(', ')})
  ), picked AS (
    SELECT id, 0 AS part, next_run_at AS first, 0 AS second, NULL::bigint AS may_ms FROM waking
    UNION ALL SELECT id, 1, turn, created_at, may_ms FROM fresh
      LEFT JOIN may ON ready AND may_kind = kind AND may_model = model
  )`
  const begun = (column: string, value: string): string =>
    `${column} = CASE WHEN may_ms IS NULL THEN tasks.${column} ELSE ${value} END`
  const update = `UPDATE tasks SET lease_token = ${token}, owner = ${owner}, next_run_at = ${NEVER}, version = version + 1,
    attempts = attempts + CASE WHEN attempts = 0 THEN 1 ELSE 0 END,
    ${begun('status', `'processing'`)}, ${begun('step', `'starting'`)}, ${begun('started_at', `${now}`)},
    ${begun('run_deadline_at', `${now} + may_ms`)}, ${begun('start_key', `'start_' || ${token} || '_' || tasks.id`)}
  FROM picked WHERE tasks.id = picked.id RETURNING ${COLUMNS}, part, first, second`
  return { tables, update }
}

/** The parameters of `claimParts`, but for the cap, which comes last. */
export function claimValues(request: ClaimRequest, { time, turn }: Floor): unknown[] {
  const { engine, token, owner, now, limit, wakeLimit, crowd, runTimeouts = [] } = request
  return [engine, now, limit, token, owner, time, turn, crowd, wakeLimit, ...arraysOf(TIMEOUT_COLUMNS, runTimeouts)]
}

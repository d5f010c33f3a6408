import { Interrupted } from '../../core/errors.ts'
import { NEVER, type Task } from '../../core/task.ts'
import type { ClaimRequest, TaskQueue } from '../../ports/store/task-queue.ts'
import { TASKS } from '../columns.ts'
import { IN_WORK, jobsAt, WAITING } from '../conditions.ts'
import { number, text, type Row } from '../rows.ts'
import { statement, type Database } from './database.ts'
import { BOTTOM, floors, type Floor } from './floors.ts'

const COLUMNS = TASKS.columns.map(({ name }) => `tasks.${name}`).join(', ')

// Counting ends at the cap: the cost does not grow with what is in work.
const ROOM = `$10 - (SELECT count(*) FROM (${jobsAt('$1')} LIMIT $10) AS busy)`

// SKIP LOCKED: two workers that claim at the same instant get different tasks; neither waits. The row of the owner is held
// so that it cannot be buried before what it takes here is on disk, or that would be nobody's; its beat goes on meanwhile.
const claim = (room: string): string => `WITH me AS MATERIALIZED (
    SELECT id FROM owners WHERE id = $5 FOR KEY SHARE
  ), in_work AS MATERIALIZED (
    SELECT id, next_run_at FROM tasks WHERE engine = $1 AND ${IN_WORK} AND next_run_at BETWEEN $6 AND $2 AND crowd = $8
    ORDER BY next_run_at, id LIMIT CASE WHEN EXISTS (SELECT FROM me) THEN $3::bigint ELSE 0 END FOR UPDATE SKIP LOCKED
  ), fresh AS MATERIALIZED (
    SELECT id, turn, created_at FROM tasks
    WHERE engine = $1 AND ${WAITING} AND next_run_at <= $2 AND turn >= $7 AND crowd = $8
    ORDER BY turn, created_at, id
    LIMIT CASE WHEN EXISTS (SELECT FROM me)
      THEN greatest(0, least(greatest($3 - (SELECT count(*) FROM in_work), $3 - $9::bigint), ${room})) ELSE 0 END
    FOR UPDATE SKIP LOCKED
  ), waking AS (
    SELECT id, next_run_at FROM in_work ORDER BY next_run_at, id LIMIT $3 - (SELECT count(*) FROM fresh)
  ), picked AS (
    SELECT id, 0 AS part, next_run_at AS first, 0 AS second FROM waking
    UNION ALL SELECT id, 1, turn, created_at FROM fresh
  )
  UPDATE tasks SET lease_token = $4, owner = $5, next_run_at = ${NEVER}, version = version + 1,
    attempts = attempts + CASE WHEN attempts = 0 OR lease_token IS NOT NULL THEN 1 ELSE 0 END
  FROM picked WHERE tasks.id = picked.id RETURNING ${COLUMNS}, part, first, second`

const CLAIM = statement(claim('$3::bigint'))
const CLAIM_UNDER_CAP = statement(claim(ROOM))
/** Whoever puts a job at an engine with a cap holds this, so that no two count at once. */
export const LOCK = statement(`SELECT pg_advisory_xact_lock(hashtext('mediagen claim'), hashtext($1))`)
const WORTH_A_LOCK = statement(`SELECT 1 WHERE
  EXISTS (SELECT 1 FROM tasks WHERE engine = $1 AND ${IN_WORK} AND next_run_at BETWEEN $4 AND $2 AND crowd = $6)
  OR CASE WHEN EXISTS (SELECT 1 FROM tasks WHERE engine = $1 AND ${WAITING} AND next_run_at <= $2 AND turn >= $5 AND crowd = $6)
    THEN $3 > (SELECT count(*) FROM (${jobsAt('$1')} LIMIT $3) AS busy) END`)

const TAKEN = statement(`SELECT ${COLUMNS} FROM tasks WHERE engine = $1 AND ${IN_WORK} AND lease_token = $2
  ORDER BY turn, created_at, id`)

/** Takes due tasks: those in work first, then waiting ones by turn while the cap has room. */
export function taskClaimer(db: Database): TaskQueue['claim'] {
  const known = floors()
  const find = async (request: ClaimRequest, { time, turn }: Floor): Promise<Row[]> => {
    const { engine, token, owner, now, limit, wakeLimit, crowd, cap } = request
    const values = [engine, now, limit, token, owner, time, turn, crowd, wakeLimit]
    if (cap === null) return db.run(CLAIM, values)
    // Most looks find nothing: a read keeps them from queueing for the lock.
    if ((await db.retrySafe(WORTH_A_LOCK, [engine, now, cap, time, turn, crowd])).length === 0) return []
    // Only claims and takers of a place put a task in work, so while they come one after the other the count cannot be outdated. Its statement
    // begins after the lock is held and therefore sees what the holder before has done.
    return db.together(async (run) => {
      await run(LOCK, [engine])
      return run(CLAIM_UNDER_CAP, [...values, cap])
    })
  }
  const claim = async (request: ClaimRequest): Promise<Task[]> => {
    const { engine, now } = request
    const from = known.of(engine, now)
    const rows = inOrder(await find(request, from))
    const firsts = (part: number): number[] =>
      rows.filter((row) => number(row, 'part') === part).map((row) => number(row, 'first'))
    const [times, turns] = [firsts(0), firsts(1)]
    const lowest = { time: times[0], turn: turns[0] }
    known.note(engine, now, { from, lowest, lastTurn: turns.at(-1) ?? BOTTOM.turn, passed: rows.length })
    return rows.map(TASKS.read)
  }
  return (request) =>
    claim(request).catch(async (error: unknown) => {
      if (!(error instanceof Interrupted)) throw error
      // What was taken and not heard of would stand still as long as this process lives.
      const taken = await db.retrySafe(TAKEN, [request.engine, request.token])
      if (taken.length === 0) throw error
      return taken.map(TASKS.read)
    })
}

/** RETURNING promises no order. */
function inOrder(rows: Row[]): Row[] {
  const places = ['part', 'first', 'second'] as const
  const compare = (x: Row, y: Row): number =>
    places.map((name) => number(x, name) - number(y, name)).find((difference) => difference !== 0) ??
    (text(x, 'id') < text(y, 'id') ? -1 : 1)
  return rows.sort(compare)
}

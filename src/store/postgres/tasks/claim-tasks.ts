import { Interrupted } from '../../../core/errors.ts'
import type { Task } from '../../../core/tasks/task.ts'
import type { ClaimRequest, TaskQueue } from '../../../ports/store/task-queue.ts'
import { TASKS } from '../../columns.ts'
import { IN_WORK, jobsAt, WAITING } from '../../conditions.ts'
import { number, text, type Row } from '../../rows.ts'
import { BY_TURN, claimParts, claimValues, COLUMNS } from './claim-statement.ts'
import { statement, type PostgresDatabase } from '../database.ts'
import { BOTTOM, floors, type Floor } from './floors.ts'

const claimWith = (isCapped: boolean): string => {
  const { tables, update } = claimParts(1, isCapped)
  return `WITH ${tables} ${update}`
}

export const CLAIM = statement(claimWith(false))
const CLAIM_UNDER_CAP = statement(claimWith(true))
/** Held while a job is put at an engine with a cap, so that no two count at once. */
export const LOCK = statement(`SELECT pg_advisory_xact_lock(hashtext('mediagen claim'), hashtext($1))`)
export const WORTH_A_LOCK = statement(`SELECT 1 WHERE
  EXISTS (SELECT 1 FROM tasks WHERE engine = $1 AND ${IN_WORK} AND next_run_at BETWEEN $4 AND $2 AND crowd = $6)
  OR CASE WHEN (SELECT id FROM tasks WHERE engine = $1 AND ${WAITING} AND next_run_at <= $2 AND turn >= $5 AND crowd = $6
    ${BY_TURN} LIMIT 1) IS NOT NULL THEN $3 > (SELECT count(*) FROM (${jobsAt('$1')} LIMIT $3) AS busy) END`)

const TAKEN = statement(`SELECT ${COLUMNS} FROM tasks WHERE engine = $1 AND ${IN_WORK} AND lease_token = $2
  ORDER BY turn, created_at, id`)

export type PostgresTaskClaimer = {
  claim: TaskQueue['claim']
  /** Lets a statement claim that does something else besides; it is told where the search may begin, and gives the rows taken. */
  claimWithin: (request: ClaimRequest, make: (from: Floor) => Promise<Row[]>) => Promise<Task[]>
  /** What a claim took of which no answer came: it would stand still as long as this process lives. */
  taken: (request: ClaimRequest) => Promise<Task[]>
}

/** Takes due tasks: those in work first, then waiting ones by turn while the cap has room. */
export function taskClaimer(db: PostgresDatabase): PostgresTaskClaimer {
  const known = floors()
  const find = async (request: ClaimRequest, from: Floor): Promise<Row[]> => {
    const { engine, now, crowd, cap } = request
    const values = claimValues(request, from)
    if (cap === null) return db.run(CLAIM, values)
    // Most looks find nothing: a read keeps them from queueing for the lock.
    if ((await db.retrySafe(WORTH_A_LOCK, [engine, now, cap, from.time, from.turn, crowd])).length === 0) return []
    // Only claims and takers of a place put a task in work, so while they come one after the other the count cannot be outdated. Its statement
    // begins after the lock is held and therefore sees what the holder before has done.
    return db.together(async (run) => {
      await run(LOCK, [engine])
      return run(CLAIM_UNDER_CAP, [...values, cap])
    })
  }
  const claimWithin: PostgresTaskClaimer['claimWithin'] = async ({ engine, now }, make) => {
    const from = known.of(engine, now)
    const rows = inOrder(await make(from))
    const firsts = (part: number): number[] =>
      rows.filter((row) => number(row, 'part') === part).map((row) => number(row, 'first'))
    const [times, turns] = [firsts(0), firsts(1)]
    const lowest = { time: times[0], turn: turns[0] }
    known.note(engine, now, { from, lowest, lastTurn: turns.at(-1) ?? BOTTOM.turn, passed: rows.length })
    return rows.map(TASKS.read)
  }
  const taken: PostgresTaskClaimer['taken'] = async ({ engine, token }) =>
    (await db.retrySafe(TAKEN, [engine, token])).map(TASKS.read)
  return {
    claimWithin,
    taken,
    claim: (request) =>
      claimWithin(request, (from) => find(request, from)).catch(async (error: unknown) => {
        if (!(error instanceof Interrupted)) throw error
        // Where it cannot be asked after either, it stays a claim without an answer.
        const tasks = await taken(request).catch(() => [])
        if (tasks.length === 0) throw error
        return tasks
      }),
  }
}

/** RETURNING promises no order. */
function inOrder(rows: Row[]): Row[] {
  const places = ['part', 'first', 'second'] as const
  const compare = (x: Row, y: Row): number =>
    places.map((name) => number(x, name) - number(y, name)).find((difference) => difference !== 0) ??
    (text(x, 'id') < text(y, 'id') ? -1 : 1)
  return rows.sort(compare)
}

import { GAP_MS } from '../../core/gap.ts'
import type { Chores } from '../../ports/store/chores.ts'
import { ABSENCE_MS, DAY_MS, IN_WORK, PARKED, passedOver, WAITING } from '../conditions.ts'
import { number, text, type Row } from '../rows.ts'
import { statement, type Database, type Run, type Statement } from './database.ts'

const LAST = 'from_at = (SELECT max(from_at) FROM watched)'
const GO_ON = statement(`UPDATE watched SET until_at = greatest(until_at, $1::bigint)
  WHERE ${LAST} AND until_at BETWEEN $1::bigint - ${GAP_MS} AND $1::bigint + ${GAP_MS} RETURNING from_at`)
const LAST_SIGN = statement(`SELECT until_at FROM watched WHERE ${LAST}`)
// Whoever comes second waits here, and finds another sign.
const LOCK = statement(`SELECT until_at FROM watched WHERE from_at = 0 FOR UPDATE`)
const BEGIN = statement(
  'INSERT INTO watched (from_at, until_at) VALUES ($1::bigint, $2::bigint) ON CONFLICT DO NOTHING',
)
const FORGET = statement('DELETE FROM watched WHERE from_at > $1::bigint')
const SHORTEN = statement('UPDATE watched SET until_at = $1::bigint WHERE until_at > $1::bigint')
const STRETCH = statement(`UPDATE watched SET until_at = $1::bigint
  WHERE ${LAST} AND until_at >= $1::bigint - ${ABSENCE_MS} RETURNING from_at`)

const WORDS = { from: '$1::bigint', until: '$2::bigint', least: 'least', greatest: 'greatest' } as const
const { tasks, stops, deliveries, repeats, late } = passedOver(WORDS)
const LIVE = statement(`SELECT id FROM tasks WHERE ${WAITING} UNION ALL SELECT id FROM tasks WHERE ${PARKED}
  UNION ALL SELECT id FROM tasks WHERE ${IN_WORK}`)
const PASS_TASKS = statement(`UPDATE tasks SET ${tasks} WHERE id = ANY($3) AND finished_at IS NULL`)
const STOPS = statement('SELECT task_id AS id FROM stops')
const PASS_STOPS = statement(`UPDATE stops SET ${stops} WHERE task_id = ANY($3)`)
const REPEATS = statement('SELECT key_id, key FROM idempotency WHERE expires_at > $1::bigint')
const PASS_REPEATS = statement(`UPDATE idempotency SET ${repeats}
  WHERE (key_id, key) IN (SELECT * FROM unnest($3::text[], $4::text[]))`)
const LATE_TASKS = statement(`UPDATE tasks SET ${late.tasks}
  WHERE id = ANY($3) AND finished_at IS NULL AND ${late.lateTasks}`)
const LATE_REPEATS = statement(`UPDATE idempotency SET ${late.repeats} WHERE ${late.lateRepeats}`)
const PENDING = statement(`SELECT id FROM deliveries WHERE status = 'pending'`)
const PASS_DELIVERIES = statement(`UPDATE deliveries SET ${deliveries} WHERE id = ANY($3) AND status = 'pending'`)
const GIVE_ROUND = statement(`UPDATE deliveries SET round = round - 1
  WHERE id = ANY($3) AND status = 'pending' AND round > 0 AND next_run_at > $1::bigint AND next_run_at <= $2::bigint`)

// Each statement has to be through in seconds, however much waits.
const MOST_AT_ONCE = 5_000

/** Signs of life, and what becomes of everything when they were missing, in PostgreSQL. */
export function timeKeeper(db: Database): Pick<Chores, 'watch' | 'passOver' | 'passLate'> {
  const lastSign = async (run: Run): Promise<number | undefined> => {
    const [row] = await run(LAST_SIGN, [])
    return row === undefined ? undefined : number(row, 'until_at')
  }
  return {
    watch: async (now) => {
      if ((await db.retrySafe(GO_ON, [now])).length > 0) return undefined
      const from = await lastSign(db.retrySafe)
      if (from !== undefined) return { from, until: now }
      await db.retrySafe(BEGIN, [0, now])
      return undefined
    },
    passOver: ({ from, until }, how) =>
      db.together(async (run) => {
        await run(LOCK, [])
        if ((await lastSign(run)) !== from) return false
        // What a clock that was ahead has left is not history.
        await run(FORGET, [until])
        await run(SHORTEN, [until])
        if ((await run(STRETCH, [until])).length === 0) await run(BEGIN, [until, until])
        const change = pages(run, [from, until])
        await change(await run(LIVE, []), PASS_TASKS)
        await change(await run(STOPS, []), PASS_STOPS)
        await change(await run(REPEATS, [from]), PASS_REPEATS, ['key_id', 'key'])
        if (how === 'set') await change(await run(PENDING, []), PASS_DELIVERIES)
        else if (until - from > DAY_MS) await change(await run(PENDING, []), GIVE_ROUND)
        return true
      }),
    passLate: async ({ from, until }) => {
      await pages(db.retrySafe, [from, until])(await db.retrySafe(LIVE, []), LATE_TASKS)
      await db.retrySafe(LATE_REPEATS, [from, until])
    },
  }
}

/** Changes what was found, so many at once. */
function pages(run: Run, given: readonly number[]) {
  return async (found: readonly Row[], how: Statement, columns = ['id']): Promise<void> => {
    for (let next = 0; next < found.length; next += MOST_AT_ONCE) {
      const page = found.slice(next, next + MOST_AT_ONCE)
      await run(how, [...given, ...columns.map((column) => page.map((row) => text(row, column)))])
    }
  }
}

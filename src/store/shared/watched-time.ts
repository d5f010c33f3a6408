import { GAP_MS } from '../../core/gap.ts'
import type { Chores } from '../../ports/store/chores.ts'
import { ABSENCE_MS, ABSENCES, DAY_MS, forgetWatched, passedOver } from '../conditions.ts'
import { readAbsence } from '../found.ts'
import { number, text, type Row } from '../rows.ts'
import type { Sql, Steps } from './sql.ts'

const LAST = 'from_at = (SELECT max(from_at) FROM watched)'
const NOW = 'CAST(:now AS bigint)'
const UNTIL = 'CAST(:until AS bigint)'
const FROM = 'CAST(:from AS bigint)'
const LAST_SIGN = `SELECT until_at FROM watched WHERE ${LAST}`
const BEGIN = 'INSERT INTO watched (from_at, until_at) VALUES (:from, :until) ON CONFLICT DO NOTHING'
const STRETCH = `UPDATE watched SET until_at = :until WHERE ${LAST} AND until_at >= ${UNTIL} - ${ABSENCE_MS} RETURNING from_at`

// Each statement has to be through in seconds, however much waits.
const MOST_AT_ONCE = 5_000

type WatchedTime = Pick<Chores, 'watch' | 'passOver' | 'passLate' | 'forgetWatched' | 'absences'>

/** Signs of life, and what becomes of everything when they were missing. `live` finds all tasks that have not ended. */
export function watchedTime(sql: Sql, live: string): WatchedTime {
  const { greatest, least, forUpdate, isAmong, given } = sql.dialect
  const goOn = `UPDATE watched SET until_at = ${greatest}(until_at, ${NOW})
    WHERE ${LAST} AND until_at BETWEEN ${NOW} - ${GAP_MS} AND ${NOW} + ${GAP_MS} RETURNING from_at`
  const { tasks, stops, deliveries, repeats, late } = passedOver({ from: FROM, until: UNTIL, least, greatest })
  const passTasks = `UPDATE tasks SET ${tasks} WHERE ${isAmong('id', ':ids')} AND finished_at IS NULL`
  const passStops = `UPDATE stops SET ${stops} WHERE ${isAmong('task_id', ':ids')}`
  const liveRepeats = `SELECT key_id, key FROM idempotency WHERE expires_at > ${FROM}`
  const passRepeats = `UPDATE idempotency SET ${repeats}
    WHERE (key_id, key) IN (SELECT key_id, key FROM ${given(':rows', { key_id: 'text', key: 'text' })} AS those)`
  const passLateTasks = `UPDATE tasks SET ${late.tasks}
    WHERE ${isAmong('id', ':ids')} AND finished_at IS NULL AND ${late.lateTasks}`
  const passLateRepeats = `UPDATE idempotency SET ${late.repeats} WHERE ${late.lateRepeats}`
  const isPending = `${isAmong('id', ':ids')} AND status = 'pending'`
  const passDeliveries = `UPDATE deliveries SET ${deliveries} WHERE ${isPending}`
  const giveRound = `UPDATE deliveries SET round = round - 1
    WHERE ${isPending} AND round > 0 AND next_run_at > ${FROM} AND next_run_at <= ${UNTIL}`
  const pending = `SELECT id FROM deliveries WHERE status = 'pending'`

  function* inParts(which: string, change: string, gap: { from: number; until: number }): Steps<void> {
    const ids = (yield [which]).map((row) => text(row, 'id'))
    for (let next = 0; next < ids.length; next += MOST_AT_ONCE)
      yield [change, { ...gap, ids: ids.slice(next, next + MOST_AT_ONCE) }]
  }

  function* repeatsInParts(gap: { from: number; until: number }): Steps<void> {
    const rows = (yield [liveRepeats, { from: gap.from }]).map((row) => ({
      key_id: text(row, 'key_id'),
      key: text(row, 'key'),
    }))
    for (let next = 0; next < rows.length; next += MOST_AT_ONCE)
      yield [passRepeats, { ...gap, rows: rows.slice(next, next + MOST_AT_ONCE) }]
  }

  return {
    watch: async (now) => {
      if ((await sql.repeatableWrite(goOn, { now })).length > 0) return undefined
      const from = signIn(await sql.read(LAST_SIGN))
      if (from !== undefined) return { from, until: now }
      await sql.repeatableWrite(BEGIN, { from: 0, until: now })
      return undefined
    },
    passOver: ({ from, until }, how) =>
      sql.transaction(function* () {
        // The second process waits here, and finds another sign.
        yield [`SELECT until_at FROM watched WHERE from_at = 0 ${forUpdate}`]
        if (signIn(yield [LAST_SIGN]) !== from) return false
        // What a clock that was ahead has left is not history.
        yield ['DELETE FROM watched WHERE from_at > :until', { until }]
        yield ['UPDATE watched SET until_at = :until WHERE until_at > :until', { until }]
        if ((yield [STRETCH, { until }]).length === 0) yield [BEGIN, { from: until, until }]
        yield* inParts(live, passTasks, { from, until })
        yield* inParts('SELECT task_id AS id FROM stops WHERE next_run_at > 0', passStops, { from, until })
        yield* repeatsInParts({ from, until })
        if (how === 'set') yield* inParts(pending, passDeliveries, { from, until })
        else if (until - from > DAY_MS) yield* inParts(pending, giveRound, { from, until })
        return true
      }),
    passLate: (gap) =>
      sql.transaction(
        function* () {
          yield* inParts(live, passLateTasks, gap)
          yield [passLateRepeats, gap]
        },
        { isRepeatable: true },
      ),
    forgetWatched: async (before) => void (await sql.repeatableWrite(forgetWatched(':before'), { before })),
    absences: async () => (await sql.read(ABSENCES)).map(readAbsence),
  }
}

function signIn([row]: readonly Row[]): number | undefined {
  return row === undefined ? undefined : number(row, 'until_at')
}

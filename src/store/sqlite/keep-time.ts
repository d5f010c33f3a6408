import { GAP_MS } from '../../core/gap.ts'
import type { Chores } from '../../ports/store/chores.ts'
import { ABSENCE_MS, DAY_MS, passedOver } from '../conditions.ts'
import { number } from '../rows.ts'
import type { Database } from './database.ts'

/** Signs of life, and what becomes of everything when they were missing, in SQLite. */
export function timeKeeper(db: Database): Pick<Chores, 'watch' | 'passOver' | 'passLate'> {
  const LAST = 'from_at = (SELECT max(from_at) FROM watched)'
  const goOn = db.prepare(`UPDATE watched SET until_at = max(until_at, :now)
    WHERE ${LAST} AND until_at BETWEEN :now - ${GAP_MS} AND :now + ${GAP_MS}`)
  const last = db.prepare(`SELECT until_at FROM watched WHERE ${LAST}`)
  const begin = db.prepare('INSERT INTO watched (from_at, until_at) VALUES (:from, :until)')
  const forget = db.prepare('DELETE FROM watched WHERE from_at > ?')
  const shorten = db.prepare('UPDATE watched SET until_at = :until WHERE until_at > :until')
  const stretch = db.prepare(
    `UPDATE watched SET until_at = :until WHERE ${LAST} AND until_at >= :until - ${ABSENCE_MS}`,
  )
  const words = { from: ':from', until: ':until', least: 'min', greatest: 'max' } as const
  const { tasks, stops, deliveries, repeats, late } = passedOver(words)
  const passTasks = db.prepare(`UPDATE tasks INDEXED BY tasks_deadline SET ${tasks} WHERE finished_at IS NULL`)
  // All of them, by the index that is there.
  const passStops = db.prepare(`UPDATE stops SET ${stops} WHERE next_run_at > 0`)
  const passDeliveries = db.prepare(`UPDATE deliveries SET ${deliveries}
    WHERE status = 'pending' AND next_run_at > min(:from, :until)`)
  const passRepeats = db.prepare(`UPDATE idempotency SET ${repeats} WHERE expires_at > :from`)
  const passLateTasks = db.prepare(`UPDATE tasks INDEXED BY tasks_deadline SET ${late.tasks}
    WHERE finished_at IS NULL AND ${late.lateTasks}`)
  const passLateRepeats = db.prepare(`UPDATE idempotency SET ${late.repeats} WHERE ${late.lateRepeats}`)
  const giveRound = db.prepare(`UPDATE deliveries SET round = round - 1
    WHERE status = 'pending' AND round > 0 AND next_run_at > :from AND next_run_at <= :until`)

  const lastSign = (): number | undefined => {
    const row = last.get()
    return row === undefined ? undefined : number(row, 'until_at')
  }
  return {
    watch: (now) =>
      db.write(() => {
        if (Number(goOn.run({ now }).changes) > 0) return undefined
        const from = lastSign()
        if (from !== undefined) return { from, until: now }
        begin.run({ from: 0, until: now })
        return undefined
      }),
    passOver: ({ from, until }, how) =>
      db.write(() => {
        if (lastSign() !== from) return false
        // What a clock that was ahead has left is not history.
        forget.run(until)
        shorten.run({ until })
        if (Number(stretch.run({ until }).changes) === 0) begin.run({ from: until, until })
        passTasks.run({ from, until })
        passStops.run({ from, until })
        passRepeats.run({ from, until })
        if (how === 'set') passDeliveries.run({ from, until })
        else if (until - from > DAY_MS) giveRound.run({ from, until })
        return true
      }),
    passLate: (gap) =>
      db.write(() => {
        passLateTasks.run(gap)
        passLateRepeats.run(gap)
      }),
  }
}

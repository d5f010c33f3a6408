import type { TaskQueue } from '../../ports/store/task-queue.ts'
import { IN_WORK, jobsAt } from '../conditions.ts'
import { TASKS } from '../columns.ts'
import { number, text } from '../rows.ts'
import type { Sql } from './sql.ts'

const SUSPECTS = `SELECT crowd FROM tasks WHERE crowd > 0 AND crowd > :above
  AND finished_at IS NULL AND lease_token IS NULL AND next_run_at <= :now ORDER BY crowd LIMIT 1`
const TAKE_PLACE = `UPDATE tasks SET guest_of = :engine, version = version + 1 WHERE id = :id AND lease_token = :token
  AND CAST(:cap AS bigint) > (SELECT count(*) FROM (${jobsAt(':engine')}) AS busy WHERE busy.id <> :id)
  RETURNING id`

type Leases = Pick<TaskQueue, 'noteRepeat' | 'lost' | 'heldBy' | 'suspects' | 'takePlace'>

/** Who holds which task, and where. */
export function leasesRoom(sql: Sql): Leases {
  const { isAmong, indexedBy, exclusive } = sql.dialect
  const held = `SELECT id, lease_token FROM tasks WHERE ${isAmong('id', ':ids')} AND lease_token IS NOT NULL`
  const heldBy = `SELECT id, lease_token, start_key FROM tasks ${indexedBy('tasks_in_work')} WHERE ${IN_WORK} AND owner = :owner`
  return {
    // Made twice after a break it counts one repeat as two, which is no harm: that there was one is what it tells.
    noteRepeat: async (ids) =>
      void (await sql.repeatableWrite(`UPDATE tasks SET repeats = repeats + 1 WHERE ${isAmong('id', ':ids')}`, {
        ids,
      })),
    lost: async (leases) => {
      const rows = await sql.read(held, { ids: leases.map(({ id }) => id) })
      const tokens = new Map(rows.map((row) => [text(row, 'id'), text(row, 'lease_token')]))
      return leases.filter(({ id, token }) => tokens.get(id) !== token)
    },
    heldBy: async (owner) =>
      (await sql.read(heldBy, { owner })).map((row) => ({
        id: text(row, 'id'),
        token: text(row, 'lease_token'),
        startKey: TASKS.kept.startKey.read(row),
      })),
    suspects: async (now, above = 0) => {
      const [row] = await sql.read(SUSPECTS, { now, above })
      return row === undefined ? undefined : number(row, 'crowd')
    },
    takePlace: ({ id, token }, { engine, cap }) =>
      sql.transaction(function* () {
        yield* exclusive('mediagen claim', engine)
        return (yield [TAKE_PLACE, { id, token, engine, cap }]).length === 1
      }),
  }
}

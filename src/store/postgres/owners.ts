import { UNSEEN_CROWD } from '../../core/tasks/task.ts'
import type { Owners } from '../../ports/store/owners.ts'
import { IN_WORK } from '../conditions.ts'
import { number, text } from '../rows.ts'
import { statement, type Database } from './database.ts'

const JOIN = statement('INSERT INTO owners (id, beat) VALUES ($1, 0) ON CONFLICT (id) DO NOTHING')
const BEAT = statement('UPDATE owners SET beat = beat + 1 WHERE id = $1 RETURNING id')
const LIST = statement('SELECT id, beat FROM owners ORDER BY id')
const REMOVE = statement(`DELETE FROM owners USING unnest($1::text[], $2::bigint[]) AS dead (dead_id, dead_beat)
  WHERE id = dead_id AND beat = coalesce(dead_beat, beat) RETURNING id`)
const FREE = statement(`WITH cut AS MATERIALIZED (
    SELECT id, count(*) OVER (PARTITION BY owner) AS held FROM tasks WHERE ${IN_WORK} AND owner = ANY($1)
  )
  UPDATE tasks SET lease_token = NULL, owner = NULL, next_run_at = $2, attempts = attempts + 1, version = version + 1,
    crowd = CASE WHEN $3::boolean THEN held WHEN crowd = 0 THEN ${UNSEEN_CROWD} ELSE crowd END,
    solo_cuts = solo_cuts + CASE WHEN $3::boolean AND held = 1 THEN 1 ELSE 0 END
  FROM cut WHERE tasks.id = cut.id AND tasks.owner = ANY($1) RETURNING tasks.id`)

/** The processes that work on this database. A connection that breaks proves nothing, so nobody is known to be gone. */
export function postgresOwners(db: Database): Owners {
  return {
    join: async (id) => void (await db.retrySafe(JOIN, [id])),
    beat: async (id) => (await db.retrySafe(BEAT, [id])).length === 1,
    list: async () =>
      (await db.retrySafe(LIST, [])).map((row) => ({ id: text(row, 'id'), beat: number(row, 'beat'), gone: false })),
    bury: async (dead, { witnessed, now }) => {
      await db.together(async (run) => {
        const rows = await run(REMOVE, [dead.map(({ id }) => id), dead.map(({ beat }) => beat)])
        // A statement of its own, so that it sees what a claim wrote for which the removal had to wait.
        if (rows.length > 0) await run(FREE, [rows.map((row) => text(row, 'id')), now, witnessed])
      })
    },
  }
}

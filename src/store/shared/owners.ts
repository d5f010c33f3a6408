import { UNSEEN_CROWD } from '../../core/tasks/task.ts'
import type { Owners } from '../../ports/store/owners.ts'
import { IN_WORK } from '../conditions.ts'
import { number, text } from '../rows.ts'
import type { Sql } from './sql.ts'

/** The processes that work on this database. Nothing here proves that one is gone. */
export function ownersRoom(sql: Sql): Owners {
  const { given, isAmong, indexedBy } = sql.dialect
  const dead = given(':dead', { id: 'text', beat: 'bigint' })
  const remove = `DELETE FROM owners WHERE EXISTS (SELECT 1 FROM ${dead} AS dead
    WHERE dead.id = owners.id AND owners.beat = coalesce(dead.beat, owners.beat)) RETURNING id`
  // The index is named, for without it every task that ever was would be looked at.
  const held = `SELECT owner, count(*) AS held FROM tasks ${indexedBy('tasks_in_work')}
    WHERE ${IN_WORK} AND ${isAmong('owner', ':owners')} GROUP BY owner`
  const isWitnessed = 'CAST(:witnessed AS bigint) = 1'
  const free = `UPDATE tasks ${indexedBy('tasks_in_work')} SET lease_token = NULL, owner = NULL,
      next_run_at = :now, attempts = attempts + 1, version = version + 1,
      crowd = CASE WHEN ${isWitnessed} THEN CAST(:held AS bigint) WHEN crowd = 0 THEN ${UNSEEN_CROWD} ELSE crowd END,
      solo_cuts = solo_cuts + CASE WHEN ${isWitnessed} AND CAST(:held AS bigint) = 1 THEN 1 ELSE 0 END
    WHERE ${IN_WORK} AND owner = :owner`
  return {
    join: async (id) =>
      void (await sql.repeatableWrite('INSERT INTO owners (id, beat) VALUES (:id, 0) ON CONFLICT (id) DO NOTHING', {
        id,
      })),
    beat: async (id) =>
      (await sql.repeatableWrite('UPDATE owners SET beat = beat + 1 WHERE id = :id RETURNING id', { id })).length === 1,
    list: async () =>
      (await sql.read('SELECT id, beat FROM owners ORDER BY id')).map((row) => ({
        id: text(row, 'id'),
        beat: number(row, 'beat'),
        gone: false,
      })),
    bury: (buried, { witnessed, now }) =>
      sql.transaction(function* () {
        const rows = yield [remove, { dead: buried.map(({ id, beat }) => ({ id, beat })) }]
        if (rows.length === 0) return
        // A statement of its own, so that it sees what a claim wrote for which the removal had to wait.
        for (const row of yield [held, { owners: rows.map((each) => text(each, 'id')) }])
          yield [free, { owner: text(row, 'owner'), held: number(row, 'held'), witnessed: witnessed ? 1 : 0, now }]
      }),
  }
}

import { UNSEEN_CROWD } from '../../core/tasks/task.ts'
import type { Owners } from '../../ports/store/owners.ts'
import { IN_WORK } from '../conditions.ts'
import { number, text } from '../rows.ts'
import type { Database } from './database.ts'
import { ownerLocks } from './owner-locks.ts'

/** The processes that work on this file; `lockFolder` holds the proof that they live. What is in memory has one process. */
export function sqliteOwners(db: Database, lockFolder: string | undefined): { port: Owners; close(): void } {
  const locks = lockFolder === undefined ? undefined : ownerLocks(lockFolder)
  const join = db.prepare('INSERT INTO owners (id, beat) VALUES (?, 0) ON CONFLICT (id) DO NOTHING')
  const beat = db.prepare('UPDATE owners SET beat = beat + 1 WHERE id = ?')
  const list = db.prepare('SELECT id, beat FROM owners ORDER BY id')
  const remove = db.prepare('DELETE FROM owners WHERE id = :id AND beat = coalesce(:beat, beat)')
  // Named, for without it every task that ever was would be looked at.
  const held = db.prepare(`SELECT count(*) AS held FROM tasks INDEXED BY tasks_in_work WHERE ${IN_WORK} AND owner = ?`)
  const free = db.prepare(`UPDATE tasks INDEXED BY tasks_in_work SET lease_token = NULL, owner = NULL,
      next_run_at = :now, attempts = attempts + 1, version = version + 1,
      crowd = CASE WHEN :witnessed THEN :held WHEN crowd = 0 THEN ${UNSEEN_CROWD} ELSE crowd END,
      solo_cuts = solo_cuts + (:witnessed AND :held = 1)
    WHERE ${IN_WORK} AND owner = :id`)

  const bury = (id: string, beatSeen: number | null, { witnessed, now }: { witnessed: boolean; now: number }): void => {
    if (Number(remove.run({ id, beat: beatSeen }).changes) === 0) return
    const inHand = number(held.get(id) ?? {}, 'held')
    if (inHand > 0) free.run({ id, now, held: inHand, witnessed: witnessed ? 1 : 0 })
  }

  return {
    port: {
      join: async (id) => {
        // The lock comes first: an owner without one would be taken for dead.
        locks?.take(id)
        await db.write(() => join.run(id))
      },
      beat: (id) => db.write(() => Number(beat.run(id).changes) === 1),
      list: async () => {
        const rows = await db.read(() => list.all())
        return rows.map((row) => {
          const id = text(row, 'id')
          return { id, beat: number(row, 'beat'), gone: locks?.isFree(id) ?? false }
        })
      },
      bury: async (dead, circumstances) => {
        await db.write(() => {
          for (const each of dead) bury(each.id, each.beat, circumstances)
        })
        for (const { id } of dead) locks?.drop(id)
      },
    },
    close: () => locks?.close(),
  }
}

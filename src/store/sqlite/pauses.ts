import type { Pauses } from '../../ports/store/pauses.ts'
import { PAUSES } from '../columns.ts'
import { auditWriter } from './audit.ts'
import { places, type Database } from './database.ts'

/** Paused engines in SQLite. */
export function sqlitePauses(db: Database): Pauses {
  const list = db.prepare('SELECT * FROM pauses ORDER BY engine')
  const set = db.prepare(`INSERT OR REPLACE INTO pauses (${PAUSES.names}) VALUES (${places(PAUSES)})`)
  const clear = db.prepare('DELETE FROM pauses WHERE engine = ?')
  const note = auditWriter(db)
  return {
    list: async () => (await db.read(() => list.all())).map(PAUSES.read),
    set: (pause, entry) =>
      db.write(() => {
        set.run(...PAUSES.values(pause))
        note(entry)
      }),
    clear: (engine, entry) =>
      db.write(() => {
        const wasPaused = Number(clear.run(engine).changes) === 1
        if (wasPaused) note(entry)
        return wasPaused
      }),
  }
}

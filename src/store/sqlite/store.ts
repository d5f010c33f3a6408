import type { Store } from '../../ports/store.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { sqliteRooms } from './rooms.ts'
import { inWriterThread, writerThread } from './writer-thread.ts'

/** Opens the embedded store and brings its schema up to date. */
export function sqliteStore(path: string): Store {
  return sqliteRooms(openDatabase(path, migrate), path)
}

/**
 * The same with writes in a thread of their own: a disk that takes its time over a commit keeps nobody waiting but whoever
 * asked for it. The thread begins with the first write.
 */
export function sqliteStoreWithWriter(path: string): Store {
  const db = openDatabase(path, migrate)
  // Whatever writes must be on the list of what the thread does: two writers of one process would wait for each other.
  db.exec('PRAGMA query_only = ON')
  const here = sqliteRooms(db, path)
  const writer = writerThread(path)
  return {
    ...inWriterThread(here, writer),
    close: async () => {
      await writer.close()
      await here.close()
    },
  }
}

import type { TaskView } from '../../core/tasks/task-view.ts'
import type { TaskReader } from '../../ports/store/task-reader.ts'
import type { SqliteDatabase } from './database.ts'

// Half a kilobyte each.
const MOST_KNOWN = 4_096

/** Tasks of which one that was asked for is known until anybody writes anything: they are polled far more often than they change. */
export function knownViews(db: Pick<SqliteDatabase, 'version' | 'commits'>, tasks: TaskReader): TaskReader {
  const known = new Map<string, TaskView>()
  let versionThen = 0
  let commitsThen = 0
  const hasChanged = (): boolean => db.version.now() !== versionThen || db.commits() !== commitsThen
  return {
    ...tasks,
    view: async (id) => {
      if (known.size >= MOST_KNOWN || hasChanged()) {
        known.clear()
        versionThen = db.version.now()
        commitsThen = db.commits()
      }
      const seen = known.get(id)
      if (seen !== undefined) return seen
      const version = versionThen
      const commits = commitsThen
      const found = await tasks.view(id)
      // What was found is on disk by now; it is kept only where nobody wrote meanwhile.
      if (found !== undefined && version === versionThen && commits === commitsThen && !hasChanged())
        known.set(id, found)
      return found
    },
  }
}

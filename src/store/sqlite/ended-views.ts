import type { TaskView } from '../../core/task-view.ts'
import { isFinal } from '../../core/task.ts'
import type { Database } from './database.ts'

// Half a kilobyte each. Those that nobody asked for lately are read anew.
const MOST_KNOWN = 4_096

/** Ended tasks that were asked for. Nothing of them changes any more, but that they may be removed. */
export type EndedViews = {
  find(id: string): TaskView | undefined
  /** Takes what is on disk, and was read in this very turn when the version was this one or a later one. */
  remember(view: TaskView, version: number): void
  forget(id: string): void
}

export function endedViews({ version }: Pick<Database, 'version'>): EndedViews {
  const known = new Map<string, TaskView>()
  let knownAt = 0
  // Another connection wrote something, perhaps that one of them is gone.
  const forgetTheOutdated = (): void => {
    const now = version.now()
    if (now !== knownAt) known.clear()
    knownAt = now
  }
  return {
    find(id) {
      if (!known.has(id)) return undefined
      forgetTheOutdated()
      return known.get(id)
    },
    remember(view, before) {
      if (!isFinal(view.status)) return
      forgetTheOutdated()
      // It may have been removed since it was read.
      if (before !== knownAt) return
      const [oldest] = known.size >= MOST_KNOWN ? known.keys() : []
      if (oldest !== undefined) known.delete(oldest)
      known.set(view.id, view)
    },
    forget: (id) => void known.delete(id),
  }
}

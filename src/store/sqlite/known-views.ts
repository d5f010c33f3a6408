import type { TaskView } from '../../core/tasks/task-view.ts'
import { isFinal } from '../../core/tasks/task.ts'
import type { Database } from './database.ts'

// Half a kilobyte each. Those that nobody asked for lately are read anew.
const MOST_KNOWN = 4_096

/**
 * Tasks that were asked for. Of an ended one nothing changes any more, but that it may be removed; one under way is known for
 * as long as nobody writes anything: it is polled far more often than it changes.
 */
export type KnownViews = {
  find(id: string): TaskView | undefined
  /** Takes what is on disk, and was read in this very turn when the version was this one or a later one. */
  remember(view: TaskView, version: number): void
  forget(id: string): void
}

export function knownViews({ version, ownCommits }: Pick<Database, 'version' | 'ownCommits'>): KnownViews {
  const ended = new Map<string, TaskView>()
  const underWay = new Map<string, TaskView>()
  let knownAt = 0
  let commits = 0
  const forgetTheOutdated = (): void => {
    const now = version.now()
    const ownNow = ownCommits()
    // Another connection wrote something, perhaps that one of them is gone.
    if (now !== knownAt) ended.clear()
    if (now !== knownAt || ownNow !== commits) underWay.clear()
    knownAt = now
    commits = ownNow
  }
  return {
    find(id) {
      if (!ended.has(id) && !underWay.has(id)) return undefined
      forgetTheOutdated()
      return ended.get(id) ?? underWay.get(id)
    },
    remember(view, before) {
      forgetTheOutdated()
      // It may have been changed or removed since it was read.
      if (before !== knownAt) return
      const known = isFinal(view.status) ? ended : underWay
      const [oldest] = known.size >= MOST_KNOWN ? known.keys() : []
      if (oldest !== undefined) known.delete(oldest)
      known.set(view.id, view)
    },
    forget: (id) => void ended.delete(id),
  }
}

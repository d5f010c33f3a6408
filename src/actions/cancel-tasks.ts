import type { ApiKey } from '../core/api-key.ts'
import type { ErrorCode } from '../core/errors.ts'
import { cancelTask, type CancelTaskDeps } from './cancel-task.ts'
import { forEachTask, type EachTask } from './each-task.ts'

export type CancelTasksWish = { ids: readonly string[] } | { status: 'pending' }
export type CancelledTasks = EachTask & {
  /** Whether there may be more that wait: ask again. */
  hasMore: boolean
}

const PAGE = 100
// One request must end in good time; whoever has more waiting asks again.
const MOST = 1_000
const EXPECTED: readonly ErrorCode[] = ['task_not_found', 'task_already_finished']

/** Ends many of the caller's tasks, or all that wait. */
export async function cancelTasks(
  deps: CancelTaskDeps,
  caller: ApiKey,
  wish: CancelTasksWish,
): Promise<CancelledTasks> {
  const cancel = (ids: readonly string[]): Promise<EachTask> =>
    forEachTask(ids, EXPECTED, (id) => cancelTask(deps, caller, id))
  if ('ids' in wish) return { ...(await cancel(wish.ids)), hasMore: false }
  const all: EachTask = { done: [], refused: [] }
  // The newest first: workers take the oldest, and what they have begun meanwhile is met last.
  const filter = { keyId: caller.id, statuses: [wish.status], limit: PAGE }
  let page = await deps.store.tasks.list(filter)
  while (page.length > 0 && all.done.length + all.refused.length < MOST) {
    const { done, refused } = await cancel(page.map(({ id }) => id))
    all.done.push(...done)
    all.refused.push(...refused)
    const last = page.at(-1)
    page = await deps.store.tasks.list(last === undefined ? filter : { ...filter, after: last })
  }
  return { ...all, hasMore: page.length > 0 }
}

import type { ApiKey } from '../core/api-key.ts'
import { AppError, type ErrorCode } from '../core/errors.ts'
import { cancelTask, type CancelTaskDeps } from './cancel-task.ts'

export type CancelTasksWish = { ids: readonly string[] } | { status: 'pending' }
export type CancelledTasks = {
  cancelled: string[]
  /** Those that could not be cancelled, each with the reason. */
  refused: { id: string; code: ErrorCode }[]
  /** Whether there may be more that wait: ask again. */
  hasMore: boolean
}

const PAGE = 100
// One request must end in good time; whoever has more waiting asks again.
const MOST = 1_000

/** Ends many of the caller's tasks, or all that wait. One that cannot be ended does not keep the others from it. */
export async function cancelTasks(
  deps: CancelTaskDeps,
  caller: ApiKey,
  wish: CancelTasksWish,
): Promise<CancelledTasks> {
  const all: CancelledTasks = { cancelled: [], refused: [], hasMore: false }
  if ('ids' in wish) {
    await cancelEach(deps, caller, { ids: [...new Set(wish.ids)], all })
    return all
  }
  // The newest first: workers take the oldest, and what they have begun meanwhile is met last.
  const filter = { keyId: caller.id, statuses: [wish.status], limit: PAGE }
  let page = await deps.store.tasks.list(filter)
  while (page.length > 0 && all.cancelled.length + all.refused.length < MOST) {
    await cancelEach(deps, caller, { ids: page.map(({ id }) => id), all })
    const last = page.at(-1)
    page = await deps.store.tasks.list(last === undefined ? filter : { ...filter, after: last })
  }
  all.hasMore = page.length > 0
  return all
}

type Each = { ids: readonly string[]; all: CancelledTasks }

async function cancelEach(deps: CancelTaskDeps, caller: ApiKey, { ids, all }: Each): Promise<void> {
  await Promise.all(
    ids.map(async (id) => {
      try {
        await cancelTask(deps, caller, id)
        all.cancelled.push(id)
      } catch (error) {
        if (!(error instanceof AppError) || !EXPECTED.includes(error.code)) throw error
        all.refused.push({ id, code: error.code })
      }
    }),
  )
}

const EXPECTED: readonly ErrorCode[] = ['task_not_found', 'task_already_finished']

import { cancelTask, type CancelTaskDeps } from '../../actions/tasks/cancel-task.ts'
import type { ApiKey } from '../../core/keys/api-key.ts'
import { AppError } from '../../core/errors.ts'

// More than one key has at once in this API; the keys with the oldest requests are forgotten.
const MOST_TASKS = 100
const MOST_KEYS = 1_000

/** The tasks of this API whose end no request has seen, by key. */
export type OpenTasks = {
  add(caller: ApiKey, ids: readonly string[]): void
  /** Their end was seen. */
  remove(caller: ApiKey, ids: readonly string[]): void
  /** Cancels the oldest of the caller's tasks, or all. */
  cancel(caller: ApiKey, which: 'oldest' | 'all'): Promise<void>
}

/**
 * Kept beyond the request: a client that stops disconnects at the same moment, and in either order, the picture must
 * not be paid for. Tasks that the key has in other APIs are not affected.
 */
export function openTasks(parts: CancelTaskDeps): OpenTasks {
  const all = new Map<string, Set<string>>()
  return {
    add({ id }, ids) {
      const open = [...(all.get(id) ?? []), ...ids].slice(-MOST_TASKS)
      all.delete(id)
      all.set(id, new Set(open))
      const [oldest] = all.keys()
      if (all.size > MOST_KEYS && oldest !== undefined) all.delete(oldest)
    },
    remove({ id }, ids) {
      const open = all.get(id)
      for (const each of ids) open?.delete(each)
      if (open?.size === 0) all.delete(id)
    },
    async cancel(caller, which) {
      const open = [...(all.get(caller.id) ?? [])]
      for (const id of open) {
        const wasOpen = await cancelTask(parts, caller, id).then(() => true, isOver)
        this.remove(caller, [id])
        if (wasOpen && which === 'oldest') return
      }
    },
  }
}

/** It ended, or was deleted, before anybody could stop it. */
function isOver(error: unknown): false {
  if (error instanceof AppError && (error.code === 'task_already_finished' || error.code === 'task_not_found'))
    return false
  throw error
}

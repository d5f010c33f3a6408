import type { ApiKey } from '../../core/keys/api-key.ts'
import { AppError } from '../../core/errors.ts'
import { isFinal, type Task } from '../../core/tasks/task.ts'
import type { Bell, Clock } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import { readVisibleTask, visible } from './read-task.ts'

// A bell is a hint, also between processes: if one gets lost, it costs this much time and no more.
const LOOK_EVERY_MS = 500

/**
 * Waits until the task has ended or the time is up, and returns its state at that moment. Throws `task_not_found` once
 * it is deleted, or the caller may no longer see it.
 */
export async function waitForTask(
  deps: { store: Pick<Store, 'tasks'>; clock: Clock; bell: Bell },
  callerNow: () => ApiKey,
  taskId: string,
  wait: { ms: number; signal: AbortSignal },
): Promise<Task> {
  // A wall clock may be set meanwhile, so the wait uses elapsed time.
  const until = deps.clock.elapsed() + wait.ms
  for (;;) {
    // Listens before it looks, so that a change in between still rings.
    const left = until - deps.clock.elapsed()
    const rung = new AbortController()
    const change = deps.bell.wait(
      `task:${taskId}`,
      Math.min(Math.max(left, 0), LOOK_EVERY_MS),
      AbortSignal.any([wait.signal, rung.signal]),
    )
    const found = await deps.store.tasks.find(taskId)
    if (found === undefined)
      throw new AppError('task_not_found', 'The task was deleted while the request waited for it.', { taskId })
    const task = visible(found, callerNow())
    if (isFinal(task.status) || left <= 0 || wait.signal.aborted) {
      // With a reason, because otherwise an error would be created for every picture that was waited for.
      rung.abort('seen')
      return task
    }
    await change
  }
}

// A bell is a hint, also between processes: a change whose bell got lost is seen this much later.
const WATCH_EVERY_MS = 1_000

/** What a watcher receives: a new state, or a keep-alive after a quiet period. */
export type TaskSighting = { kind: 'changed'; task: Task } | { kind: 'quiet' }

/**
 * Follows a task until it ends, or until the caller may no longer see it, which throws `task_not_found`. `seen` is the
 * version that the watcher already has: it never gets the same version again, and changes in the meantime appear as
 * their resulting state.
 */
export async function* watchTask(
  deps: { store: Pick<Store, 'tasks'>; clock: Clock; bell: Bell },
  callerNow: () => ApiKey,
  watch: { id: string; seen: number; quietMs: number; signal: AbortSignal },
): AsyncGenerator<TaskSighting> {
  let { seen } = watch
  let shown = ''
  let quietSince = deps.clock.elapsed()
  while (!watch.signal.aborted) {
    const looked = new AbortController()
    const signal = AbortSignal.any([watch.signal, looked.signal])
    // Listens before it looks, so that a change in between still rings.
    const change = deps.bell.wait(`task:${watch.id}`, WATCH_EVERY_MS, signal)
    const task = await readVisibleTask(deps, callerNow(), watch.id)
    const state = visibleState(task)
    if (task.version > seen && state !== shown) {
      yield { kind: 'changed', task }
      quietSince = deps.clock.elapsed()
    } else if (deps.clock.elapsed() - quietSince >= watch.quietMs) {
      yield { kind: 'quiet' }
      quietSince = deps.clock.elapsed()
    }
    seen = Math.max(seen, task.version)
    shown = state
    if (isFinal(task.status)) return looked.abort()
    await change
  }
}

/** Watchers have no interest in changes of the lease or the schedule. */
function visibleState(task: Task): string {
  return JSON.stringify([task.status, task.step, task.progress, task.attempts, task.error])
}

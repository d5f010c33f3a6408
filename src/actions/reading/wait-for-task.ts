import type { ApiKey } from '../../core/keys/api-key.ts'
import { AppError } from '../../core/errors.ts'
import { isFinal, type Task } from '../../core/tasks/task.ts'
import type { Bell, Clock } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import { readVisibleTask } from './read-task.ts'

// A ring is a hint, also between processes: one that gets lost costs this much and no more.
const LOOK_EVERY_MS = 500

/** Waits until the task has ended or the time is up, and gives it back as it is then. */
export async function waitForTask(
  deps: { store: Pick<Store, 'tasks'>; clock: Clock; bell: Bell },
  taskId: string,
  wait: { ms: number; signal: AbortSignal },
): Promise<Task> {
  // A wall clock may be set meanwhile; whoever waits goes by the time that passes.
  const until = deps.clock.elapsed() + wait.ms
  for (;;) {
    // Listening starts before the look: a change between the two still rings.
    const left = until - deps.clock.elapsed()
    const rung = new AbortController()
    const change = deps.bell.wait(
      `task:${taskId}`,
      Math.min(Math.max(left, 0), LOOK_EVERY_MS),
      AbortSignal.any([wait.signal, rung.signal]),
    )
    const task = await deps.store.tasks.find(taskId)
    if (task === undefined)
      throw new AppError('task_not_found', 'The task was deleted while the request waited for it.', { taskId })
    if (isFinal(task.status) || left <= 0 || wait.signal.aborted) {
      // With a reason, since an error is made for it otherwise, for every picture that was waited for.
      rung.abort('seen')
      return task
    }
    await change
  }
}

// A ring is a hint, also between processes: a change whose ring got lost is seen this much later.
const WATCH_EVERY_MS = 1_000

/** What a watcher is shown: a new state, or a sign of life after a quiet while. */
export type TaskSighting = { kind: 'changed'; task: Task } | { kind: 'quiet' }

/**
 * Follows the caller's task until it ends. `seen` is the version that the watcher knows already: nothing it has seen is
 * shown again, and what happened meanwhile is shown as the state that it led to.
 */
export async function* watchTask(
  deps: { store: Pick<Store, 'tasks'>; clock: Clock; bell: Bell },
  caller: ApiKey,
  watch: { id: string; seen: number; quietMs: number; signal: AbortSignal },
): AsyncGenerator<TaskSighting> {
  let { seen } = watch
  let shown = ''
  let quietSince = deps.clock.elapsed()
  while (!watch.signal.aborted) {
    const looked = new AbortController()
    const signal = AbortSignal.any([watch.signal, looked.signal])
    // Listening starts before the look: a change between the two still rings.
    const change = deps.bell.wait(`task:${watch.id}`, WATCH_EVERY_MS, signal)
    const task = await readVisibleTask(deps, caller, watch.id)
    const visible = visibleState(task)
    if (task.version > seen && visible !== shown) {
      yield { kind: 'changed', task }
      quietSince = deps.clock.elapsed()
    } else if (deps.clock.elapsed() - quietSince >= watch.quietMs) {
      yield { kind: 'quiet' }
      quietSince = deps.clock.elapsed()
    }
    seen = Math.max(seen, task.version)
    shown = visible
    if (isFinal(task.status)) return looked.abort()
    await change
  }
}

/** A change of lease or schedule is of no interest to a watcher. */
function visibleState(task: Task): string {
  return JSON.stringify([task.status, task.step, task.progress, task.attempts, task.error])
}

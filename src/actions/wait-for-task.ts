import { AppError } from '../core/errors.ts'
import { isFinal, type Task } from '../core/task.ts'
import type { Bell, Clock } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'

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
      throw new AppError('task_not_found', 'The task was deleted while it was waited for.', { taskId })
    if (isFinal(task.status) || left <= 0 || wait.signal.aborted) {
      // With a reason, since an error is made for it otherwise, for every picture that was waited for.
      rung.abort('seen')
      return task
    }
    await change
  }
}

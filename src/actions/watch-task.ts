import type { ApiKey } from '../core/api-key.ts'
import { isFinal, type Task } from '../core/task.ts'
import type { Bell, Clock } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'
import { readOwnTask } from './read-task.ts'

// A ring is a hint, also between processes: a change whose ring got lost is seen this much later.
const LOOK_EVERY_MS = 1_000

/** What a watcher is shown: a new state, or a sign of life after a quiet while. */
export type Sighting = { kind: 'changed'; task: Task } | { kind: 'quiet' }

/**
 * Follows the caller's task until it ends. `seen` is the version that the watcher knows already: nothing it has seen is
 * shown again, and what happened meanwhile is shown as the state that it led to.
 */
export async function* watchTask(
  deps: { store: Pick<Store, 'tasks'>; clock: Clock; bell: Bell },
  caller: ApiKey,
  watch: { id: string; seen: number; quietMs: number; signal: AbortSignal },
): AsyncGenerator<Sighting> {
  let { seen } = watch
  let shown = ''
  let quietSince = deps.clock.elapsed()
  while (!watch.signal.aborted) {
    const looked = new AbortController()
    const signal = AbortSignal.any([watch.signal, looked.signal])
    // Listening starts before the look: a change between the two still rings.
    const change = deps.bell.wait(`task:${watch.id}`, LOOK_EVERY_MS, signal)
    const task = await readOwnTask(deps, caller, watch.id)
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

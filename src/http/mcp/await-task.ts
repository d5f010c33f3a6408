import { watchTask } from '../../actions/watch-task.ts'
import { readOwnTask } from '../../actions/read-task.ts'
import { isFinal, type Task } from '../../core/task.ts'
import { keyDoesNotWork } from '../edge/authenticate.ts'
import type { ToolCall } from './tool.ts'

/** Waits until the task has ended or the time is up, telling on the way how far it is, and gives it back as it is then. */
export async function awaitTask(call: ToolCall, id: string, seconds: number): Promise<Task> {
  const { parts, caller } = call
  if (seconds === 0) return readOwnTask(parts, caller, id)
  const { ended, release } = parts.keys.watch(caller)
  const over = new AbortController()
  const signal = AbortSignal.any([over.signal, call.signal, parts.draining, ended])
  const timer = parts.clock.sleep(seconds * 1000, over.signal).then(() => over.abort())
  let seen: Task | undefined
  try {
    for await (const sighting of watchTask(parts, caller, { id, seen: 0, quietMs: Infinity, signal })) {
      if (sighting.kind !== 'changed') continue
      seen = sighting.task
      if (!isFinal(seen.status)) await call.onProgress?.(seen)
    }
  } finally {
    over.abort()
    release()
    await timer
  }
  if (ended.aborted) throw keyDoesNotWork()
  return seen !== undefined && isFinal(seen.status) ? seen : readOwnTask(parts, caller, id)
}

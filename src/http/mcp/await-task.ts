import { watchTask } from '../../actions/reading/wait-for-task.ts'
import { readVisibleTask } from '../../actions/reading/read-task.ts'
import { isFinal, type Task } from '../../core/tasks/task.ts'
import { keyDoesNotWork } from '../edge/authenticate.ts'
import type { Connected } from '../edge/client-connection.ts'
import type { ToolCall } from './tool.ts'

/** Does work that waits for a task, in its own slot. The slot is taken before anything is created. */
export function whileWaiting<T>(
  call: ToolCall,
  seconds: number,
  work: (connected?: Connected) => Promise<T>,
): Promise<T> {
  return seconds === 0 ? work() : call.reply.whileConnected('wait', work)
}

/**
 * Waits until the task has ended or the time is up, reports the progress meanwhile, and returns its state at that
 * moment.
 */
export async function awaitTask(
  call: ToolCall,
  id: string,
  { seconds, connected }: { seconds: number; connected: Connected | undefined },
): Promise<Task> {
  const { parts, caller } = call
  if (connected === undefined) return readVisibleTask(parts, caller, id)
  const { callerNow, keyEnded } = connected
  const over = new AbortController()
  const signal = AbortSignal.any([over.signal, call.signal, parts.draining, connected.signal])
  const timer = parts.clock.sleep(seconds * 1000, over.signal).then(() => over.abort())
  let seen: Task | undefined
  try {
    for await (const sighting of watchTask(parts, callerNow, { id, seen: 0, quietMs: Infinity, signal })) {
      if (sighting.kind !== 'changed') continue
      seen = sighting.task
      if (!isFinal(seen.status)) await call.onProgress?.(seen)
    }
  } finally {
    over.abort()
    await timer
  }
  if (keyEnded.aborted) throw keyDoesNotWork()
  return seen !== undefined && isFinal(seen.status) ? seen : readVisibleTask(parts, callerNow(), id)
}

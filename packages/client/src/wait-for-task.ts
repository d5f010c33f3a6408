import type { Receipt } from './api-types.ts'
import type { TaskSummary } from './task-summary.ts'
import { TaskFailedError, TimeoutError } from './errors.ts'
import { reasonOf } from './runtime.ts'
import type { Transport } from './transport.ts'
import { patiently, watchTask, type WatchOptions } from './watch-task.ts'

export type WaitOptions = WatchOptions & {
  /** Told of the task now and at every change. */
  onProgress?: (task: TaskSummary) => void
  /** How long to wait at most; the task goes on. Without it, until the task has ended. */
  timeoutMs?: number
  /** Cancels the task when the signal is aborted; otherwise it goes on. */
  cancelOnAbort?: boolean
}

/** Waits until a task has ended, through restarts of the service; a failed one throws. */
export async function waitForTask(transport: Transport, id: string, options: WaitOptions = {}): Promise<Receipt> {
  const receipt = await waitForEnd(transport, id, options)
  if (receipt.error !== null) throw new TaskFailedError(id, { ...receipt.error, docsUrl: transport.docsUrl })
  return receipt
}

/** The same, where a failed one is told like any other. */
export async function waitForEnd(transport: Transport, id: string, options: WaitOptions = {}): Promise<Receipt> {
  const { timeoutMs, signal } = options
  const late = new AbortController()
  const silence = timeoutMs === undefined ? () => undefined : transport.runtime.alarm(timeoutMs, () => late.abort())
  const both = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal])
  try {
    return await seeEnd(transport, id, { ...options, signal: both })
  } catch (error) {
    if (signal?.aborted === true) {
      if (options.cancelOnAbort === true) await cancel(transport, id)
      throw reasonOf(signal)
    }
    if (late.signal.aborted)
      throw new TimeoutError(`Task ${id} did not end within ${(timeoutMs ?? 0) / 1000} s. It continues to run.`)
    throw error
  } finally {
    silence()
  }
}

async function seeEnd(
  transport: Transport,
  id: string,
  options: WaitOptions & { signal: AbortSignal },
): Promise<Receipt> {
  for await (const task of watchTask(transport, id, options)) options.onProgress?.(task)
  const call = { method: 'GET', path: `/api/ai/tasks/${encodeURIComponent(id)}`, repeatable: 'always' } as const
  const { data } = await patiently(transport, options, () => transport.json<Receipt>(call, { signal: options.signal }))
  return data
}

async function cancel(transport: Transport, id: string): Promise<void> {
  const path = `/api/ai/tasks/${encodeURIComponent(id)}/cancel`
  // One that has ended meanwhile needs no cancelling, and the abort is what the caller must hear of.
  await transport.json({ method: 'POST', path, repeatable: 'always' }).catch(() => undefined)
}

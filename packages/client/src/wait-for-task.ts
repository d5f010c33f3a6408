import type { Receipt } from './api-types.ts'
import type { TaskSummary } from './task-summary.ts'
import { TaskFailedError, TimeoutError } from './errors.ts'
import { reasonOf } from './runtime.ts'
import type { Transport } from './transport.ts'
import { patiently, watchTask, type WatchOptions } from './watch-task.ts'

export type WaitOptions = WatchOptions & {
  /** Called with the task now and at every change. */
  onProgress?: (task: TaskSummary) => void
  /** The maximum wait, after which the task continues. Default: until the task ends. */
  timeoutMs?: number
  /** Cancels the task when the signal is aborted; otherwise, the task continues. */
  cancelOnAbort?: boolean
}

/** Waits until a task ends, even across restarts of the service; throws if it fails. */
export async function waitForTask(transport: Transport, id: string, options: WaitOptions = {}): Promise<Receipt> {
  const receipt = await waitForEnd(transport, id, options)
  if (receipt.error !== null) throw new TaskFailedError(id, { ...receipt.error, docsUrl: transport.docsUrl })
  return receipt
}

/** The same, but returns a failed task like any other. */
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
  // A task that has ended meanwhile needs no cancelling, and the caller must receive the abort.
  await transport.json({ method: 'POST', path, repeatable: 'always' }).catch(() => undefined)
}

import { AppError } from '../../core/errors.ts'
import type { Clock, Log } from '../../ports/runtime.ts'

const PAUSE_MS = 500

/**
 * Repeats a write while the storage is out: a provider's answer that was paid for is never thrown away over a full
 * disk. Whoever could take the task meanwhile has the better storage, and then this write is stale and touches nothing.
 * With a signal, it gives up once the task is no longer ours or its time is over; a stop of the process waits.
 */
export async function retryUntilStored<T>(
  deps: { clock: Clock; log: Log },
  write: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  for (;;) {
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'storage_unavailable') throw error
      if (signal?.aborted === true && signal.reason !== 'drain') throw error
      deps.log.warn('the storage is unavailable, retrying', { error })
      await deps.clock.sleep(PAUSE_MS)
    }
  }
}

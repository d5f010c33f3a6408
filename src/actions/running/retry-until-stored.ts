import { AppError } from '../../core/errors.ts'
import type { Clock, Log } from '../../ports/runtime.ts'

const PAUSE_MS = 500

/**
 * Retries a write while the storage is out: a paid answer of a provider is never thrown away because of a full disk. If
 * another worker can take over the task meanwhile, its storage works, and this write is stale and changes nothing. With
 * a signal, it gives up once the task is no longer ours or its time is up; a shutdown waits.
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

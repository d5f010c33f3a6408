import { AppError } from '../core/errors.ts'
import type { Clock, Log } from '../ports/runtime.ts'

const PAUSE_MS = 500

/**
 * Repeats a write while the storage is out: a provider's answer that was paid for is never thrown away over a full
 * disk. Nobody else can take the task meanwhile, for that would be a write too; and a stale one touches nothing.
 */
export async function insist<T>(deps: { clock: Clock; log: Log }, write: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'storage_unavailable') throw error
      deps.log.warn('storage is out, trying again', { error })
      await deps.clock.sleep(PAUSE_MS)
    }
  }
}

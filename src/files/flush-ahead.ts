import type { Spooled } from '../ports/files.ts'
import type { Disk } from './disk.ts'
import { syncFile } from './durable-move.ts'

// Below this a flush takes no longer than the call, and one more would only cost.
const LARGE_BYTES = 8 * 2 ** 20

export type FlushAhead = {
  /** Begins to flush a large file in the background, and gives it back. */
  begin(spooled: Spooled): Spooled
  /** Waits for the flush of this file; throws what went wrong with it. */
  settled(path: string): Promise<void>
}

/**
 * Has the disk write large files while somebody looks into them: they are kept sooner by the time that takes. A flush that
 * fails is remembered, because the operating system tells of lost bytes only once.
 */
export function flushAhead(disk: Disk): FlushAhead {
  const underWay = new Map<string, Promise<void>>()
  return {
    begin(spooled) {
      const { path, bytes } = spooled
      if (bytes < LARGE_BYTES) return spooled
      const flush = syncFile(disk, path, 'r+')
      underWay.set(path, flush)
      flush.then(
        () => underWay.delete(path),
        () => undefined,
      )
      const discard = async (): Promise<void> => {
        underWay.delete(path)
        await spooled.discard()
      }
      return { ...spooled, discard }
    },
    async settled(path) {
      await underWay.get(path)
    },
  }
}

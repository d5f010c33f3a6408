import type { Clock, Log } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'

// Often enough for an operator who wants to know whether a key is still in use; a crash loses at most this much.
const WRITE_EVERY_MS = 60_000

/** The last use of keys: collected here and written together, never while a request waits. */
export type KeyUses = {
  note(id: string): void
  /** Writes the rest. */
  close(): Promise<void>
}

export function keyUses(deps: { store: Pick<Store, 'keys'>; clock: Clock; log: Pick<Log, 'debug'> }): KeyUses {
  const { store, clock, log } = deps
  const closing = new AbortController()
  let uses = new Map<string, number>()
  let writing: Promise<void> | undefined

  const write = async (): Promise<void> => {
    const found = uses
    uses = new Map()
    if (found.size === 0) return
    // Sorted, so that processes that write at the same moment do not deadlock.
    const sorted = [...found].map(([id, at]) => ({ id, at })).sort((one, other) => (one.id < other.id ? -1 : 1))
    try {
      await store.keys.noteUses(sorted)
    } catch (error) {
      log.debug('the last use of keys could not be saved', { error })
      for (const [id, at] of found) if (!uses.has(id)) uses.set(id, at)
    }
  }
  const writeLater = async (): Promise<void> => {
    do {
      await clock.sleep(WRITE_EVERY_MS, closing.signal)
      await write()
    } while (uses.size > 0 && !closing.signal.aborted)
    writing = undefined
  }

  return {
    note(id) {
      uses.set(id, clock.now())
      // No timer runs while no key is used.
      if (!closing.signal.aborted) writing ??= writeLater()
    },
    async close() {
      closing.abort()
      await writing
      await write()
    },
  }
}

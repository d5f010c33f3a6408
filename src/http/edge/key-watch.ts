import { isTextOf, isUsable, type ApiKey } from '../../core/api-key.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'

// Revocation is to work within a second, the look itself included.
const LOOK_EVERY_MS = 500

type Watched = { over: AbortController; unwatched: AbortController; watchers: number }

/** Tells requests that stay open when their key has ended. One look at a time for each text of a key, however many are open. */
export type KeyWatch = {
  /** Aborts once the key is revoked, expired or gone, or the text it came with was replaced and its time is over; `release` when the request has ended. */
  watch(caller: ApiKey): { ended: AbortSignal; release: () => void }
}

export function keyWatch({ store, clock }: { store: Pick<Store, 'keys'>; clock: Clock }): KeyWatch {
  const watched = new Map<string, Watched>()

  const look = async ({ id, hash }: ApiKey, { over, unwatched }: Watched): Promise<void> => {
    while (!unwatched.signal.aborted) {
      await clock.sleep(LOOK_EVERY_MS, unwatched.signal)
      if (unwatched.signal.aborted) return
      // A store that does not answer says nothing about the key: the next look will.
      const key = await store.keys.find(id).catch(() => 'unknown' as const)
      if (key === 'unknown') continue
      const now = clock.now()
      if (key !== undefined && isUsable(key, now) && isTextOf(key, hash, now)) continue
      watched.delete(hash)
      return over.abort()
    }
  }

  return {
    watch(caller) {
      const { hash } = caller
      const known = watched.get(hash)
      const entry = known ?? { over: new AbortController(), unwatched: new AbortController(), watchers: 0 }
      entry.watchers++
      if (known === undefined) {
        watched.set(hash, entry)
        void look(caller, entry)
      }
      let isWatching = true
      const release = (): void => {
        if (isWatching) entry.watchers--
        isWatching = false
        if (entry.watchers > 0) return
        entry.unwatched.abort('released')
        if (watched.get(hash) === entry) watched.delete(hash)
      }
      return { ended: entry.over.signal, release }
    },
  }
}

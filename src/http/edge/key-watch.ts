import { isUsable, type ApiKey } from '../../core/api-key.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'

// Revocation is to work within a second, the look itself included.
const LOOK_EVERY_MS = 500

type Watched = { over: AbortController; unwatched: AbortController; watchers: number }

/** Tells requests that stay open when their key has ended. One look at a time for each key, however many are open. */
export type KeyWatch = {
  /** Aborts once the key is revoked, expired or gone; `release` when the request has ended. */
  watch(caller: ApiKey): { ended: AbortSignal; release: () => void }
}

export function keyWatch({ store, clock }: { store: Pick<Store, 'keys'>; clock: Clock }): KeyWatch {
  const watched = new Map<string, Watched>()

  const look = async (id: string, { over, unwatched }: Watched): Promise<void> => {
    while (!unwatched.signal.aborted) {
      await clock.sleep(LOOK_EVERY_MS, unwatched.signal)
      if (unwatched.signal.aborted) return
      // A store that does not answer says nothing about the key: the next look will.
      const key = await store.keys.find(id).catch(() => 'unknown' as const)
      if (key === 'unknown') continue
      if (key !== undefined && isUsable(key, clock.now())) continue
      watched.delete(id)
      return over.abort()
    }
  }

  return {
    watch({ id }) {
      const known = watched.get(id)
      const entry = known ?? { over: new AbortController(), unwatched: new AbortController(), watchers: 0 }
      entry.watchers++
      if (known === undefined) {
        watched.set(id, entry)
        void look(id, entry)
      }
      let isWatching = true
      const release = (): void => {
        if (isWatching) entry.watchers--
        isWatching = false
        if (entry.watchers > 0) return
        entry.unwatched.abort('released')
        if (watched.get(id) === entry) watched.delete(id)
      }
      return { ended: entry.over.signal, release }
    },
  }
}

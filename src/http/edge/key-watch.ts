import { hasScope, isTextOf, isUsable, type ApiKey } from '../../core/api-key.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'

// Revocation is to work within a second, the look itself included.
const LOOK_EVERY_MS = 500

type Watched = { over: AbortController; unwatched: AbortController; watchers: number }

/** Tells requests that stay open when their key has ended. One look at a time for each text of a key, however many are open. */
export type KeyWatch = {
  /** Aborts once the key, or the text that it came with, works no longer or for less; `release` when the request has ended. */
  watch(caller: ApiKey): { ended: AbortSignal; release: () => void }
}

export function keyWatch({ store, clock }: { store: Pick<Store, 'keys'>; clock: Clock }): KeyWatch {
  const watched = new Map<string, Watched>()

  const look = async (name: string, caller: ApiKey, { over, unwatched }: Watched): Promise<void> => {
    while (!unwatched.signal.aborted) {
      await clock.sleep(LOOK_EVERY_MS, unwatched.signal)
      if (unwatched.signal.aborted) return
      // A store that does not answer says nothing about the key: the next look will.
      const key = await store.keys.find(caller.id).catch(() => 'unknown' as const)
      if (key === 'unknown' || (key !== undefined && stillMay(caller, key, clock.now()))) continue
      watched.delete(name)
      return over.abort()
    }
  }

  return {
    watch(caller) {
      // Whoever came when the key could do less is not ended when it can do less again.
      const name = [caller.hash, ...caller.scopes].join(' ')
      const known = watched.get(name)
      const entry = known ?? { over: new AbortController(), unwatched: new AbortController(), watchers: 0 }
      entry.watchers++
      if (known === undefined) {
        watched.set(name, entry)
        void look(name, caller, entry)
      }
      let isWatching = true
      const release = (): void => {
        if (isWatching) entry.watchers--
        isWatching = false
        if (entry.watchers > 0) return
        entry.unwatched.abort('released')
        if (watched.get(name) === entry) watched.delete(name)
      }
      return { ended: entry.over.signal, release }
    },
  }
}

/** Tells whether the key as it is now lets its caller do what it could when it came. */
function stillMay(caller: ApiKey, key: ApiKey, now: number): boolean {
  return isUsable(key, now) && isTextOf(key, caller.hash, now) && caller.scopes.every((scope) => hasScope(key, scope))
}

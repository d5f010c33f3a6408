import { hasScope, isTextOf, isUsable, type ApiKey, type Scope } from '../../core/keys/api-key.ts'
import { sessionEnd } from '../../core/keys/session.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'

// Revocation is to work within a second, the look itself included.
const LOOK_EVERY_MS = 500

type Watched = { ended: AbortController; unwatched: AbortController; watchers: number }

/** Tells requests that stay open when their key has ended. One look at a time for each text of a key, however many are open. */
export type KeyWatch = {
  /** Aborts once the key, or the text that it came with, works no longer or for less; `release` when the request has ended. */
  watch(caller: ApiKey): { ended: AbortSignal; release: () => void }
}

type KeyWatchDeps = { store: Pick<Store, 'keys' | 'sessions'>; clock: Clock; closing: AbortSignal }

/** Nobody is watched once the service closes: the store closes next, and what cannot be asked would be asked for ever. */
export function keyWatch({ store, clock, closing }: KeyWatchDeps): KeyWatch {
  const watched = new Map<string, Watched>()

  const stillThere = async (caller: ApiKey): Promise<boolean> => {
    if (caller.person !== null) return stillSignedIn(store, caller, clock.now())
    const key = await store.keys.find(caller.id)
    return key !== undefined && stillMay(caller, key, clock.now())
  }

  const look = async (name: string, caller: ApiKey, { ended, unwatched }: Watched): Promise<void> => {
    const over = AbortSignal.any([unwatched.signal, closing])
    while (!over.aborted) {
      await clock.sleep(LOOK_EVERY_MS, over, { keepsProcess: false })
      if (over.aborted) return
      // A store that does not answer says nothing about the key: the next look will.
      const goesOn = await stillThere(caller).catch(() => true)
      if (goesOn) continue
      watched.delete(name)
      return ended.abort()
    }
  }

  return {
    watch(caller) {
      // Whoever came when the key could do less is not ended when it can do less again.
      const name = [caller.hash, ...(isByWord(caller) ? [caller.expiresAt] : []), ...scopesOf(caller)].join(' ')
      const known = watched.get(name)
      const entry = known ?? { ended: new AbortController(), unwatched: new AbortController(), watchers: 0 }
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
      return { ended: entry.ended.signal, release }
    },
  }
}

/** Tells whether the key as it is now lets its caller do what it could when it came. */
function stillMay(caller: ApiKey, key: ApiKey, now: number): boolean {
  return (
    isUsable(key, now) && isTextOf(key, caller.hash, now) && scopesOf(caller).every((scope) => hasScope(key, scope))
  )
}

/** The same for somebody who came by a session, or by the word of their provider or proxy: then only their key can end. */
async function stillSignedIn(store: KeyWatchDeps['store'], caller: ApiKey, now: number): Promise<boolean> {
  if (isByWord(caller)) {
    const key = await store.keys.find(caller.id)
    return key !== undefined && isUsable(key, now) && isUsable(caller, now)
  }
  const found = await store.sessions.find(caller.hash)
  if (found === undefined || !isUsable(found.key, now) || sessionEnd(found.session) <= now) return false
  return scopesOf(caller).every((scope) => hasScope(found.key, scope))
}

/** Whether a token or a header said who this is. Tokens end one by one, so those who wait with them do too. */
function isByWord(caller: ApiKey): boolean {
  return caller.person !== null && caller.hash === caller.id
}

/** What the caller can really do: a viewer of a project can do less than its scopes say. */
function scopesOf(caller: ApiKey): Scope[] {
  return caller.scopes.filter((scope) => hasScope(caller, scope))
}

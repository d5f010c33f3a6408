import { hasScope, isTextOf, isUsable, type ApiKey, type Scope } from '../../core/keys/api-key.ts'
import { sessionEnd } from '../../core/keys/session.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'

// Revocation must take effect within a second, including the query itself.
const LOOK_EVERY_MS = 500

type Watched = { ended: AbortController; unwatched: AbortController; watchers: number }

/**
 * Informs long requests when their key has ended. There is one query at a time per key value, however many requests are
 * open.
 */
export type KeyWatch = {
  /**
   * Aborts once the key, or the value that was sent, no longer works, loses a permission or leaves its project; call
   * `release` when the request has ended.
   */
  watch(caller: ApiKey): { ended: AbortSignal; release: () => void }
}

type KeyWatchDeps = { store: Pick<Store, 'keys' | 'sessions'>; clock: Clock; closing: AbortSignal }

/** Nobody is watched once the service closes: the store closes next, and the queries would fail forever. */
export function keyWatch({ store, clock, closing }: KeyWatchDeps): KeyWatch {
  const watched = new Map<string, Watched>()

  const stillThere = async (caller: ApiKey): Promise<boolean> => {
    if (caller.person !== null) return stillSignedIn(store, caller, clock.now())
    const key = await store.keys.find(caller.id)
    return key !== undefined && isTextOf(key, caller.hash, clock.now()) && stillMay(caller, key, clock.now())
  }

  const look = async (name: string, caller: ApiKey, { ended, unwatched }: Watched): Promise<void> => {
    const over = AbortSignal.any([unwatched.signal, closing])
    while (!over.aborted) {
      await clock.sleep(LOOK_EVERY_MS, over, { keepsProcess: false })
      if (over.aborted) return
      // A store that does not respond says nothing about the key: the next query will.
      const goesOn = await stillThere(caller).catch(() => true)
      if (goesOn) continue
      watched.delete(name)
      return ended.abort()
    }
  }

  return {
    watch(caller) {
      // A request from a time when the key could do less does not end when it can do less again.
      const end = isByWord(caller) ? [caller.expiresAt] : []
      const name = [caller.hash, caller.project, ...end, ...scopesOf(caller)].join(' ')
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

/** Whether the key still works and allows its caller what it allowed at the start of the request. */
function stillMay(caller: ApiKey, key: ApiKey, now: number): boolean {
  // Whoever leaves a project must not go on watching its tasks; joining one takes nothing away.
  const isInProject = caller.project === null || caller.project === key.project
  return isUsable(key, now) && isInProject && scopesOf(caller).every((scope) => hasScope(key, scope))
}

/** The same for a person with a session, or vouched for by their provider or proxy: then only their key can end. */
async function stillSignedIn(store: KeyWatchDeps['store'], caller: ApiKey, now: number): Promise<boolean> {
  if (isByWord(caller)) {
    const key = await store.keys.find(caller.id)
    return key !== undefined && isUsable(key, now) && isUsable(caller, now)
  }
  const found = await store.sessions.find(caller.hash)
  return found !== undefined && sessionEnd(found.session) > now && stillMay(caller, found.key, now)
}

/** Whether a token or a header identified the caller. Tokens end one by one, so requests that use them do too. */
function isByWord(caller: ApiKey): boolean {
  return caller.person !== null && caller.hash === caller.id
}

/** The caller's effective scopes: a viewer of a project can do less than its scopes say. */
function scopesOf(caller: ApiKey): Scope[] {
  return caller.scopes.filter((scope) => hasScope(caller, scope))
}

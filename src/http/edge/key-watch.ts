import { hasScope, isTextOf, isUsable, type ApiKey, type Scope } from '../../core/keys/api-key.ts'
import { sessionEnd } from '../../core/keys/session.ts'
import { isGivenByClaims } from '../../core/keys/sign-in-rules.ts'
import type { SigningIn } from '../../ports/identity.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'

// Revocation must take effect within a second, including the query itself.
const LOOK_EVERY_MS = 500

type Watched = { caller: ApiKey; ended: AbortController; unwatched: AbortController; watchers: number }

export type WatchedKey = {
  /** Aborts once the key, or the value that was sent, no longer works or loses a permission. */
  ended: AbortSignal
  /** The caller, without its project once it has left that: what it may see now. */
  caller: () => ApiKey
}

/**
 * Informs long requests when their key has ended. There is one query at a time per key value, however many requests are
 * open.
 */
export type KeyWatch = {
  /** Call `release` when the request has ended. */
  watch(caller: ApiKey): WatchedKey & { release: () => void }
}

type KeyWatchDeps = {
  store: Pick<Store, 'keys' | 'sessions'>
  signingIn?: Pick<SigningIn, 'rules'> | undefined
  clock: Clock
  closing: AbortSignal
}

/** Nobody is watched once the service closes: the store closes next, and the queries would fail forever. */
export function keyWatch({ store, signingIn, clock, closing }: KeyWatchDeps): KeyWatch {
  const watched = new Map<string, Watched>()

  /** The caller as it is now: without its project if it has left that. Undefined if it may no longer call. */
  const look = async (caller: ApiKey): Promise<ApiKey | undefined> => {
    const key = await findUsable(store, caller, clock.now())
    if (key === undefined) return undefined
    const hasProject =
      caller.project === key.project ||
      (isByWord(caller) && signingIn !== undefined && isGivenByClaims(caller.project, signingIn.rules))
    return hasProject ? caller : { ...caller, project: null }
  }

  const keepLooking = async (name: string, entry: Watched): Promise<void> => {
    const over = AbortSignal.any([entry.unwatched.signal, closing])
    while (!over.aborted) {
      await clock.sleep(LOOK_EVERY_MS, over, { keepsProcess: false })
      if (over.aborted) return
      // A store that does not respond says nothing about the key: the next query will.
      const found = await look(entry.caller).catch(() => entry.caller)
      if (found?.project === entry.caller.project) continue
      // A request from a time when the key has all of this again must not share the loss.
      if (watched.get(name) === entry) watched.delete(name)
      if (found === undefined) return entry.ended.abort()
      entry.caller = found
    }
  }

  return {
    watch(caller) {
      // A request from a time when the key could do less does not end when it can do less again.
      const end = isByWord(caller) ? [caller.expiresAt] : []
      const name = [caller.hash, caller.project, ...end, ...scopesOf(caller)].join(' ')
      const known = watched.get(name)
      const entry = known ?? { caller, ended: new AbortController(), unwatched: new AbortController(), watchers: 0 }
      entry.watchers++
      if (known === undefined) {
        watched.set(name, entry)
        void keepLooking(name, entry)
      }
      let isWatching = true
      const release = (): void => {
        if (isWatching) entry.watchers--
        isWatching = false
        if (entry.watchers > 0) return
        entry.unwatched.abort('released')
        if (watched.get(name) === entry) watched.delete(name)
      }
      return { ended: entry.ended.signal, caller: () => entry.caller, release }
    },
  }
}

/** The caller's key, if it still works and allows what it allowed at the start of the request. */
async function findUsable(store: KeyWatchDeps['store'], caller: ApiKey, now: number): Promise<ApiKey | undefined> {
  const key = await findKey(store, caller, now)
  if (key === undefined || !isUsable(key, now)) return undefined
  // Claims give scopes for the whole request.
  const isAllowed = isByWord(caller) ? isUsable(caller, now) : scopesOf(caller).every((scope) => hasScope(key, scope))
  return isAllowed ? key : undefined
}

/** The caller's key, if the value that was sent, or the session, is still valid. */
async function findKey(store: KeyWatchDeps['store'], caller: ApiKey, now: number): Promise<ApiKey | undefined> {
  if (caller.person !== null && !isByWord(caller)) {
    const found = await store.sessions.find(caller.hash)
    return found !== undefined && sessionEnd(found.session) > now ? found.key : undefined
  }
  const key = await store.keys.find(caller.id)
  return key !== undefined && (isByWord(caller) || isTextOf(key, caller.hash, now)) ? key : undefined
}

/** Whether a token or a header identified the caller. Tokens end one by one, so requests that use them do too. */
function isByWord(caller: ApiKey): boolean {
  return caller.person !== null && caller.hash === caller.id
}

/** The caller's effective scopes: a viewer of a project can do less than its scopes say. */
function scopesOf(caller: ApiKey): Scope[] {
  return caller.scopes.filter((scope) => hasScope(caller, scope))
}

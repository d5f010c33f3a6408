import { Mediagen } from '@mediagen/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react'
import { claimTab, keepKey, keptKey, onOtherKey } from './kept-key.ts'
import { endSession, type Person, whoIsHere } from './person.ts'
import { queryKeys } from './query-keys.ts'
import { retryDelay, shouldRetry } from './retry-rules.ts'
import { watchedFetch } from './reach.ts'

type Session = {
  apiKey: string | undefined
  /** Who signed in without a key; null for nobody, undefined until the service has said so. */
  person: Person | null | undefined
  client: Mediagen
  signIn: (key: string) => void
  signOut: (where?: 'here' | 'everywhere') => void
}

const SessionContext = createContext<Session | undefined>(undefined)

/** Who is signed in, and the client that speaks for them. Another key begins with nothing: no answer outlives its key. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [apiKey, setApiKey] = useState(keptKey)
  useEffect(() => onOtherKey(beginAnew), [])
  const [queries] = useState(newQueryClient)
  const [person, setPerson] = useState<Person | null | undefined>(apiKey === undefined ? undefined : null)
  useEffect(() => {
    if (apiKey === undefined) void whoIsHere().then((visit) => setPerson(visit.person))
  }, [apiKey])
  const session = useMemo<Session>(() => {
    const change = (key: string | undefined): void => {
      keepKey(key)
      if (apiKey !== undefined) return beginAnew()
      claimTab()
      setApiKey(key)
    }
    const signOut = (where: 'here' | 'everywhere' = 'here'): void => {
      if (apiKey === undefined) void endSession(where).finally(beginAnew)
      else change(undefined)
    }
    const fetch = doubting(queries)
    const client = apiKey === undefined ? newClient('-', withoutKey(fetch)) : newClient(apiKey, fetch)
    return { apiKey, person, client, signIn: change, signOut }
  }, [apiKey, person, queries])
  return (
    <SessionContext value={session}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </SessionContext>
  )
}

/** Forgets all that was said and seen with the key before, in this tab. */
function beginAnew(): void {
  sessionStorage.clear()
  location.reload()
}

export function useSession(): Session {
  const session = use(SessionContext)
  if (session === undefined) throw new Error('useSession needs a SessionProvider around it')
  return session
}

/** The client of the person or key that is signed in. */
export function useClient(): Mediagen {
  return useSession().client
}

/** A client for a key that is only being tried. */
export function newClient(apiKey: string, fetch = watchedFetch): Mediagen {
  return new Mediagen({ apiKey, baseURL: location.origin, fetch })
}

/** For who signed in without a key: the browser adds what says so, and the service would take a key for more. */
function withoutKey(fetch: typeof watchedFetch): typeof watchedFetch {
  return (url, init) => {
    const headers = new Headers(init.headers)
    headers.delete('authorization')
    return fetch(url, { ...init, headers })
  }
}

/** Asks anew who is signed in once a key is refused anywhere: it may have been revoked while the page was open. */
function doubting(queries: QueryClient): typeof watchedFetch {
  return async (url, init) => {
    const response = await watchedFetch(url, init)
    // That answer itself is the end of the matter.
    if (response.status === 401 && new URL(url).pathname !== '/api/ai/me')
      void queries.invalidateQueries({ queryKey: queryKeys.me })
    return response
  }
}

function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // The client has made its own attempts; these are for a service that is restarted.
        retry: shouldRetry,
        retryDelay,
      },
      mutations: { retry: false },
    },
  })
}

import { useSyncExternalStore } from 'react'
import { fileAddressHere } from './file-address.ts'

/** Whether the service can be reached: `offline` is the browser's own word, `away` is what requests find. */
export type Reach = 'here' | 'offline' | 'away'

let isAway = false
const listeners = new Set<() => void>()

function setAway(next: boolean): void {
  if (next === isAway) return
  isAway = next
  for (const listener of listeners) listener()
}

// What a proxy says while nobody is behind it, and what the service says while it stops.
const AWAY_STATUSES = [502, 503, 504]

/** The browser's own fetch, which remembers whether anybody answered. */
export async function watchedFetch(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await globalThis.fetch(fileAddressHere(url), init)
    setAway(AWAY_STATUSES.includes(response.status) && (await isOfNobody(response)))
    return response
  } catch (error) {
    // Given up by the page itself: this says nothing of the service.
    if (init.signal?.aborted !== true) setAway(true)
    throw error
  }
}

/** An engine in trouble has these statuses too, and its service is well. */
async function isOfNobody(response: Response): Promise<boolean> {
  const text = await response.clone().text()
  return !text.includes('"code"') || text.includes('"shutting_down"')
}

export function useReach(): Reach {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      addEventListener('online', listener)
      addEventListener('offline', listener)
      return () => {
        listeners.delete(listener)
        removeEventListener('online', listener)
        removeEventListener('offline', listener)
      }
    },
    () => (navigator.onLine ? (isAway ? 'away' : 'here') : 'offline'),
  )
}

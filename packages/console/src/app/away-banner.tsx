import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useReach } from '../data/reach.ts'
import { useClient } from '../data/session.tsx'

// Often enough that nobody reaches for the reload button.
const LOOK_EVERY_MS = 2_000

/** Says that the service cannot be reached, looks for it, and renews the page once it is back. */
export function AwayBanner() {
  const reach = useReach()
  const client = useClient()
  const queries = useQueryClient()
  const wasAway = useRef(false)
  useEffect(() => {
    if (reach === 'here') {
      if (wasAway.current) void queries.invalidateQueries()
      wasAway.current = false
      return undefined
    }
    wasAway.current = true
    if (reach === 'offline') return undefined
    // Its answer, or that there is none, is noted by the client's own fetch.
    const look = (): void => void client.me({ maxRetries: 0 }).catch(() => undefined)
    const timer = setInterval(look, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [reach, client, queries])
  if (reach === 'here') return null
  return (
    <p className="banner" role="status">
      {reach === 'offline'
        ? 'You are offline. The page reconnects automatically.'
        : 'The service is not responding. It may be restarting. The page reconnects automatically.'}
    </p>
  )
}

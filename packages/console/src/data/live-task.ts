import type { Mediagen, Receipt } from '@mediagen/client'
import { useQuery, useQueryClient, type QueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { hasEnded } from './listed-task.ts'
import { queryKeys } from './query-keys.ts'
import { useClient } from './session.tsx'
import { taskSource, type ShownReceipt } from './task-source.ts'

// Browsers have six connections to a host for all tabs together, unless HTTP/2 is spoken. A page that held them all
// with streams could ask for nothing else.
const MOST_STREAMS = 2
const POLL_MS = 1_000

/** The tasks whose events are followed now. */
const followed = new Set<string>()

/**
 * All that is known of a task, kept up until it has ended: by its events for the first few, by asking for the others. The
 * events bring status, step and progress; the whole receipt is asked for when the status changes, for then the rest does.
 * Those of other keys have no events for us, and are always asked for.
 */
export function useLiveTask(id: string, ofAll = false): UseQueryResult<ShownReceipt> {
  const client = useClient()
  const queries = useQueryClient()
  const answer = useQuery({
    queryKey: queryKeys.task(id, ofAll),
    queryFn: ({ signal }): Promise<ShownReceipt> => taskSource(client, ofAll).get(id, { signal }),
    refetchInterval: ({ state }) =>
      (followed.has(id) && !ofAll) || state.data === undefined || hasEnded(state.data) ? false : POLL_MS,
  })
  const isRunning = answer.data !== undefined && !hasEnded(answer.data)
  useEffect(() => {
    if (ofAll || !isRunning || followed.has(id) || followed.size >= MOST_STREAMS) return undefined
    const leaving = new AbortController()
    followed.add(id)
    void followEvents({ client, queries, id, signal: leaving.signal })
    return () => {
      followed.delete(id)
      leaving.abort()
    }
  }, [client, queries, id, ofAll, isRunning])
  return answer
}

type Following = { client: Mediagen; queries: QueryClient; id: string; signal: AbortSignal }

async function followEvents({ client, queries, id, signal }: Following): Promise<void> {
  const queryKey = queryKeys.task(id)
  let status: string | undefined
  try {
    for await (const event of client.tasks.watch(id, { signal })) {
      const isNews = hasEnded(event) || (status !== undefined && status !== event.status)
      if (isNews) await queries.invalidateQueries({ queryKey })
      else queries.setQueryData<Receipt>(queryKey, (before) => before && { ...before, ...event })
      status = event.status
    }
  } catch {
    if (signal.aborted) return
    // Whatever broke the events off, the receipt says how things stand, or why they cannot be seen; asking goes on.
    followed.delete(id)
    await queries.invalidateQueries({ queryKey })
  }
}

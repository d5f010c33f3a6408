import type { Receipt } from '@mediagen/client'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryKeys } from './query-keys.ts'
import { useClient } from './session.tsx'

/**
 * All that is known of a task, kept up by its events until it has ended. The events bring status, step and progress; the
 * whole receipt is asked for when the task begins and when it ends, for only then does the rest of it change.
 */
export function useLiveTask(id: string): UseQueryResult<Receipt> {
  const client = useClient()
  const queries = useQueryClient()
  const answer = useQuery({
    queryKey: queryKeys.task(id),
    queryFn: ({ signal }) => client.tasks.get(id, { signal }),
  })
  const isRunning = answer.data !== undefined && !hasEnded(answer.data)
  useEffect(() => {
    if (!isRunning) return undefined
    const leaving = new AbortController()
    const key = queryKeys.task(id)
    const follow = async (): Promise<void> => {
      let status: string | undefined
      for await (const event of client.tasks.watch(id, { signal: leaving.signal })) {
        if (hasEnded(event) || (status !== undefined && status !== event.status))
          await queries.invalidateQueries({ queryKey: key })
        else queries.setQueryData<Receipt>(key, (before) => before && { ...before, ...event })
        status = event.status
      }
      await queries.invalidateQueries({ queryKey: queryKeys.tasks })
    }
    follow().catch((error: unknown) => {
      // Whatever broke the events off, the receipt says how things stand, or why they cannot be seen.
      if (!leaving.signal.aborted) return queries.invalidateQueries({ queryKey: key })
      if (error !== leaving.signal.reason) throw error
      return undefined
    })
    return () => leaving.abort()
  }, [client, queries, id, isRunning])
  return answer
}

export function hasEnded({ status }: Pick<Receipt, 'status'>): boolean {
  return status === 'success' || status === 'failed'
}

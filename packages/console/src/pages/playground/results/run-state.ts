import { useQueries } from '@tanstack/react-query'
import type { Receipt } from '@mediagen/client'
import { hasEnded } from '../../../data/live-task.ts'
import { queryKeys } from '../../../data/query-keys.ts'
import { useClient } from '../../../data/session.tsx'
import type { Run } from './runs.ts'

/** Whether anything of a run is still on its way, and the seed of its first result. */
export function useRunState(run: Run | undefined): { isRunning: boolean; lastSeed: number | undefined } {
  const client = useClient()
  const ids = run?.asks.flatMap(({ taskIds }) => taskIds) ?? []
  // The cards of the run keep these up; here they are only looked at.
  const receipts = useQueries({
    queries: ids.map((id) => ({
      queryKey: queryKeys.task(id),
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<Receipt> => client.tasks.get(id, { signal }),
    })),
  })
  const isSending = run?.asks.some(({ taskIds, refusal }) => taskIds.length === 0 && refusal === undefined) ?? false
  const isWaiting = receipts.some(({ data, error }) => (data === undefined ? error === null : !hasEnded(data)))
  const seeds = receipts.flatMap(({ data }) => data?.effective?.seed ?? [])
  return { isRunning: isSending || isWaiting, lastSeed: seeds[0] }
}

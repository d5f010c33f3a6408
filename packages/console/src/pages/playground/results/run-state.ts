import { useQueries } from '@tanstack/react-query'
import type { Receipt } from '@mediagen/client'
import { useCaller } from '../../../data/caller.ts'
import { hasEnded } from '../../../data/listed-task.ts'
import { queryKeys } from '../../../data/query-keys.ts'
import { useClient } from '../../../data/session.tsx'
import type { Run } from './runs.ts'

export type RunState = {
  /** Whether anything of it is still on its way. */
  isRunning: boolean
  /** Once was enough for what is not there yet; what is there can be tried again. */
  mayCancel: boolean
  /** The seed of its first result. */
  lastSeed: number | undefined
}

export function useRunState(run: Run | undefined): RunState {
  const client = useClient()
  const { may } = useCaller()
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
  const mayCancel = may('tasks:write') && (ids.length > 0 || run?.isCancelled !== true)
  return { isRunning: isSending || isWaiting, mayCancel, lastSeed: seeds[0] }
}

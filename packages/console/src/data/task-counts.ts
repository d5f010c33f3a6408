import type { CountTasksAnswer } from '@mediagen/client'
import { useQuery } from '@tanstack/react-query'
import { useCaller } from './caller.ts'
import { queryKeys } from './query-keys.ts'
import { useClient } from './session.tsx'

const BUSY_MS = 2_000
const CALM_MS = 10_000

/** How many tasks there are in each state, for badges; undefined until known, or where the key may not ask. */
export function useTaskCounts(): CountTasksAnswer | undefined {
  const client = useClient()
  const { may } = useCaller()
  const { data } = useQuery({
    queryKey: queryKeys.taskCounts,
    queryFn: ({ signal }) => client.tasks.counts({}, { signal }),
    enabled: may('tasks:read'),
    refetchInterval: ({ state }) => (underWay(state.data) > 0 ? BUSY_MS : CALM_MS),
  })
  return data
}

/** Those that wait and those in work. */
export function underWay(counts: CountTasksAnswer | undefined): number {
  return counts === undefined ? 0 : counts.pending + counts.processing
}

/** A number for a badge, which may stand for so many or more. */
export function countText(count: number, { counted_up_to: most }: Pick<CountTasksAnswer, 'counted_up_to'>): string {
  return count >= most ? `${most}+` : String(count)
}

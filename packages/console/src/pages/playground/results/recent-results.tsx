import type { ListedTask } from '@mediagen/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { queryKeys } from '../../../data/query-keys.ts'
import { useClient } from '../../../data/session.tsx'
import { Thumb } from '../../../tasks/thumb.tsx'

// Two rows at most.
const QUERY = { status: 'success', limit: 6 } as const

/** What was made last; undefined until that is known, and nothing where it cannot be. */
export function useRecentResults(): readonly ListedTask[] | undefined {
  const client = useClient()
  const { data, isError } = useQuery({
    queryKey: [...queryKeys.taskList(QUERY, false), 'recent'],
    queryFn: async ({ signal }) => (await client.tasks.list(QUERY, { signal })).data,
  })
  return data ?? (isError ? [] : undefined)
}

/** What was made before, for who comes back: in another browser the strip of this tab is empty. */
export function RecentResults({ tasks }: { tasks: readonly ListedTask[] }) {
  return (
    <div className="recent">
      <h3 id="recent">Recent results</h3>
      <ul aria-labelledby="recent">
        {tasks.map((task) => (
          <li key={task.id}>
            <Link href={`/gallery?view=${task.id}`} title={task.prompt} aria-label={`Open: ${task.prompt}`}>
              <Thumb task={task} width={512} />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

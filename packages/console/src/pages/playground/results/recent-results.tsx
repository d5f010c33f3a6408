import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { queryKeys } from '../../../data/query-keys.ts'
import { useClient } from '../../../data/session.tsx'
import { Thumb } from '../../../tasks/thumb.tsx'

// A row at most.
const QUERY = { status: 'success', limit: 6 } as const

/** What was made before, for who comes back: in another browser the strip of this tab is empty. */
export function RecentResults() {
  const client = useClient()
  const { data = [] } = useQuery({
    queryKey: [...queryKeys.taskList(QUERY, false), 'recent'],
    queryFn: async ({ signal }) => (await client.tasks.list(QUERY, { signal })).data,
  })
  if (data.length === 0) return null
  return (
    <div className="recent">
      <h3 id="recent">Recent results</h3>
      <ul aria-labelledby="recent">
        {data.map((task) => (
          <li key={task.id}>
            <Link href={`/gallery?view=${task.id}`} title={task.prompt} aria-label={`Open: ${task.prompt}`}>
              <Thumb task={task} />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

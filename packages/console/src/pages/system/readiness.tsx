import { ApiError } from '@mediagen/client'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from '../../look/icons.ts'
import { errorText } from '../../parts/states/error-state.tsx'
import { useClient } from '../../data/session.tsx'

const LOOK_EVERY_MS = 5_000

/** Whether machines send it work, and what keeps them from it. */
export function Readiness() {
  const client = useClient()
  const { data, error } = useQuery({
    queryKey: ['readiness'],
    queryFn: ({ signal }) => client.readiness({ signal, maxRetries: 0 }),
    refetchInterval: LOOK_EVERY_MS,
    // Trouble is what this is for: it is told at once.
    retry: false,
  })
  const problem = error instanceof ApiError ? errorText(error) : undefined
  const notes = data?.notes ?? []
  return (
    <div className={`readiness ${problem === undefined ? '' : 'bad'}`} role="status">
      {problem === undefined ? <CircleCheck aria-hidden /> : <CircleAlert aria-hidden />}
      <div>
        <strong>{problem === undefined ? (data === undefined ? 'Looking…' : 'Ready for work') : 'Not ready'}</strong>
        {problem !== undefined && <p>{problem}</p>}
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
    </div>
  )
}

import { ApiError } from '@mediagen/client'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Clock } from '../../look/icons.ts'
import { errorText } from '../../parts/states/error-state.tsx'
import { useClient } from '../../data/session.tsx'

const LOOK_EVERY_MS = 5_000

const WORDS = { bad: 'Not ready', open: 'Checking…', good: 'Ready for work' } as const
const ICONS = {
  bad: <CircleAlert aria-hidden />,
  open: <Clock aria-hidden />,
  good: <CircleCheck aria-hidden />,
} as const

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
  const known = problem !== undefined ? 'bad' : data === undefined ? 'open' : 'good'
  return (
    <div className={`readiness ${known}`} role="status">
      {ICONS[known]}
      <div>
        <strong>{WORDS[known]}</strong>
        {problem !== undefined && <p>{problem}</p>}
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
    </div>
  )
}

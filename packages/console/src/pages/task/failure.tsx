import type { Receipt } from '@mediagen/client'
import { TriangleAlert } from '../../look/icons.ts'
import { adviceFor } from '../../tasks/advice.ts'

/** Why a task came to nothing, and what to do. */
export function Failure({ error }: { error: NonNullable<Receipt['error']> }) {
  const { code, message } = error
  const isCancelled = code === 'cancelled'
  const advice = adviceFor(error)
  return (
    <section className={`failure ${isCancelled ? 'cancelled' : ''}`} aria-label="Why it failed">
      <TriangleAlert aria-hidden />
      <div>
        <h2>{isCancelled ? 'Cancelled' : 'This task failed'}</h2>
        <p>{message}</p>
        {advice !== undefined && (
          <p>
            <strong>What to do:</strong> {advice}
          </p>
        )}
        <p className="failure-facts">
          <code>{code}</code> ·{' '}
          <a href="/docs#errors" target="_blank" rel="noreferrer">
            About this error
          </a>
        </p>
      </div>
    </section>
  )
}

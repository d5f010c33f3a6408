import { TaskFailedError, type Receipt } from '@mediagen/client'
import { Ban, CircleAlert } from '../../../look/icons.ts'
import { Button } from '../../../parts/controls/button.tsx'
import { adviceFor, isRefused } from '../../../tasks/advice.ts'
import { useAgain } from './again.ts'
import type { Ask } from './runs.ts'

/** Why there is no result, and what to do. */
export function TaskFailure({ task, ask }: { task: Receipt; ask: Ask }) {
  const again = useAgain(ask)
  const { code, message } = task.error ?? { code: 'internal_error', message: 'The task failed without a reason.' }
  if (code === 'cancelled')
    return (
      <div className="state">
        <Ban aria-hidden />
        <h2>Cancelled</h2>
        <p>There is no result.</p>
        <div className="state-actions">
          <Button onClick={again}>Retry</Button>
        </div>
      </div>
    )
  const { retryable } = new TaskFailedError(task.id, { code, message, docsUrl: '' })
  const isSameAgain = retryable && !isRefused({ code, message })
  const advice = adviceFor({ code, message }) ?? (retryable ? 'Retry.' : 'Change the request.')
  return (
    <div className="state" role="alert">
      <CircleAlert aria-hidden />
      <h2>{message}</h2>
      <p>{advice}</p>
      <p className="state-facts">
        <code>{code}</code> ·{' '}
        <a href="/docs#errors" target="_blank" rel="noreferrer">
          about errors
        </a>
      </p>
      {isSameAgain && (
        <div className="state-actions">
          <Button onClick={again}>Retry</Button>
        </div>
      )}
    </div>
  )
}

/** Why the service did not take the request at all. */
export function Refused({ ask: { wish, refusal } }: { ask: Ask }) {
  return (
    <article className="result" aria-label={`${wish.model}: ${wish.prompt}`}>
      <div className="result-picture waiting">
        <div className="state" role="alert">
          <CircleAlert aria-hidden />
          <h2>{wish.model} did not receive the request</h2>
          <p>{refusal?.text}</p>
          {refusal?.code !== undefined && (
            <p className="state-facts">
              <code>{refusal.code}</code> · request <code>{refusal.requestId}</code> ·{' '}
              <a href="/docs#errors" target="_blank" rel="noreferrer">
                about errors
              </a>
            </p>
          )}
        </div>
      </div>
    </article>
  )
}

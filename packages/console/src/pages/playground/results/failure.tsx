import { TaskFailedError, type Receipt } from '@mediagen/client'
import { Ban, CircleAlert } from '../../../look/icons.ts'
import { Button } from '../../../parts/controls/button.tsx'
import { useAgain } from './again.ts'
import type { Ask } from './runs.ts'

/** What can be done about it, for those who fill in the form. */
const WHAT_TO_DO: Readonly<Record<string, string>> = {
  timeout: 'Ask for less, such as a smaller size, or try again.',
  queue_timeout: 'Too much was in line. Try again when there is less to do.',
  provider_error: 'Try again; if it stays, try another model.',
  provider_unavailable: 'Nothing was started. Try again later, or with another model.',
  provider_lost_task: 'Try again; it is a new start, which may cost once more.',
  start_unknown: 'It may have been paid for. Look at the provider before you try again.',
  content_policy_violation: 'Say it differently, or change the pictures to work from.',
  unsupported_request: 'Choose another model, or leave out what the reason names.',
  invalid_image: 'Use a whole PNG, JPEG, WebP, GIF or AVIF picture.',
  image_url_unreachable: 'Check the address of the picture, or add the picture itself.',
  no_output: 'Try again, with another seed or other words.',
  storage_unavailable: 'The operator has to look at the disk or the database. Try again later.',
}

/** Why there is no result, and what to do. */
export function TaskFailure({ task, ask }: { task: Receipt; ask: Ask }) {
  const again = useAgain(ask)
  const { code, message } = task.error ?? { code: 'internal_error', message: 'It failed without a reason.' }
  if (code === 'cancelled')
    return (
      <div className="state">
        <Ban aria-hidden />
        <h2>Cancelled</h2>
        <p>Nothing was made.</p>
        <div className="state-actions">
          <Button onClick={again}>Start it again</Button>
        </div>
      </div>
    )
  const { retryable } = new TaskFailedError(task.id, { code, message, docsUrl: '' })
  const advice = WHAT_TO_DO[code] ?? (retryable ? 'Try again.' : 'Change the request.')
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
      {retryable && (
        <div className="state-actions">
          <Button onClick={again}>Try again</Button>
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
          <h2>{wish.model} was not asked</h2>
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

import type { Receipt, TaskErrorCode } from '@mediagen/client'
import { TriangleAlert } from '../../look/icons.ts'

/** What to do about each way in which a task can end badly: the words of docs/errors.md, for somebody at a screen. */
const ADVICE: Readonly<Record<TaskErrorCode, string>> = {
  timeout: 'Ask for less, such as a smaller size, or retry.',
  queue_timeout: 'It waited too long and was never started. Retry when there is less to do.',
  cancelled: 'Nothing to do: someone with this key cancelled it. Retry to ask for it again.',
  provider_error: 'Retry; if it stays, try another model.',
  provider_unavailable: 'Retry later. Nothing was started and nothing is paid for.',
  provider_lost_task: 'The provider no longer knows the job. Retry.',
  start_unknown: 'Look at the provider whether the job ran, then retry if it did not.',
  content_policy_violation: 'Change the prompt or the references: recall it into the playground.',
  unsupported_request: 'Use another model, or leave out what the reason names.',
  invalid_image: 'Send a whole PNG, JPEG, WebP, GIF or AVIF file as reference.',
  image_url_unreachable: 'Check that the address of the reference is public and answers fast, or send the file itself.',
  no_output: 'Retry, perhaps with another prompt.',
  storage_unavailable: 'Retry later; the operator has to look at the disk or the database.',
  internal_error: 'Retry; if it stays, tell the operator the id of this task.',
}

/** Why a task came to nothing, and what to do. */
export function Failure({ error }: { error: NonNullable<Receipt['error']> }) {
  const { code, message } = error
  const isCancelled = code === 'cancelled'
  return (
    <section className={`failure ${isCancelled ? 'cancelled' : ''}`} aria-label="Why it failed">
      <TriangleAlert aria-hidden />
      <div>
        <h2>{isCancelled ? 'Cancelled' : 'This task failed'}</h2>
        <p>{message}</p>
        {isKnown(code) && (
          <p>
            <strong>What to do:</strong> {ADVICE[code]}
          </p>
        )}
        <p className="failure-facts">
          <code>{code}</code> ·{' '}
          <a href="/docs#errors" target="_blank" rel="noreferrer">
            about errors
          </a>
        </p>
      </div>
    </section>
  )
}

function isKnown(code: string): code is TaskErrorCode {
  return Object.hasOwn(ADVICE, code)
}

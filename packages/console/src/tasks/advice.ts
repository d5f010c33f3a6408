import type { Receipt, TaskErrorCode } from '@mediagen/client'

/** What to do about each way in which a task can fail: the words of docs/errors.md, for somebody at a screen. */
const ADVICE: Readonly<Record<TaskErrorCode, string>> = {
  timeout: 'Try a smaller size, or retry.',
  queue_timeout: 'The task never started, because the queue was too long. Retry when the queue is shorter.',
  cancelled: 'Someone with this key, or an operator, cancelled the task. Retry to run it again.',
  provider_error: 'Retry; if it persists, try another model.',
  provider_unavailable: 'Nothing was started or billed. Retry later, or with another model.',
  provider_lost_task: 'The provider no longer knows the job. Retry; this starts a new job, which may cost again.',
  start_unknown: 'The provider may have billed the job. Before you retry, check with the provider whether it ran.',
  content_policy_violation: 'Change the prompt or the reference images.',
  unsupported_request: 'Use another model, or leave out the parameter named in the reason.',
  invalid_image: 'Send a complete PNG, JPEG, WebP, GIF or AVIF file as the reference.',
  image_url_unreachable: 'Check that the reference URL is public and responds quickly, or send the file itself.',
  no_output: 'Retry with another seed or another prompt.',
  storage_unavailable: 'Retry later; the operator must check the disk or the database.',
  internal_error: 'Retry; if it persists, give the operator the task id.',
}

// The service says this of a provider's 400: the same request would be refused again.
const REFUSED = / refused the request\b/
const CHANGE_IT = 'The provider always refuses this request. Change the prompt or a parameter, or use another model.'

/** What to do, and whether the same request may work when it is sent again; undefined where nobody knows. */
export function adviceFor({ code, message }: NonNullable<Receipt['error']>): string | undefined {
  if (isRefused({ code, message })) return CHANGE_IT
  return isKnown(code) ? ADVICE[code] : undefined
}

/** Whether the provider would refuse the same request again. */
export function isRefused({ code, message }: { code: string; message: string }): boolean {
  return code === 'provider_error' && REFUSED.test(message)
}

function isKnown(code: string): code is TaskErrorCode {
  return Object.hasOwn(ADVICE, code)
}

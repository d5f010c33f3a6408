import { ERRORS, type AppError, type ErrorCode } from '../../core/errors.ts'
import type { ToolAnswer } from './tool.ts'

/** What an assistant does best about an error, beyond what its message says. */
export function adviceFor(code: ErrorCode, afterSeconds?: number): string {
  if (code === 'cancelled') return 'Asked for again, it is made anew.'
  if (!ERRORS[code].retryable) return 'Repeating it unchanged will not help.'
  return `It may pass: try again${afterSeconds === undefined ? ' in a while' : ` in ${Math.ceil(afterSeconds)} s`}.`
}

/** An error that the assistant is shown, so that it can mend what it asked for: with our code, as everywhere. */
export function toolError(error: AppError, requestId: string): ToolAnswer {
  const { code, message, param, taskId, retryAfterSeconds } = error
  const { retryable } = ERRORS[code]
  const advice = adviceFor(code, retryAfterSeconds)
  return {
    isError: true,
    content: [{ type: 'text', text: `${code}: ${message} ${advice}` }],
    structuredContent: {
      error: {
        code,
        message,
        param,
        retryable,
        advice,
        ...(retryAfterSeconds === undefined ? {} : { retry_after_seconds: Math.ceil(retryAfterSeconds) }),
        ...(taskId === undefined ? {} : { task_id: taskId }),
        request_id: requestId,
      },
    },
  }
}

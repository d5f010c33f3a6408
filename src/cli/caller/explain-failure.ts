import {
  ApiError,
  AuthenticationError,
  ConnectionError,
  MediagenError,
  PermissionError,
  TaskFailedError,
} from '@mediagen/client'
import { EXIT } from '../exit-codes.ts'
import { showable } from '../terminal/text-width.ts'
import { some } from './job.ts'

export type Explained = {
  exit: number
  code: string
  /** One or two sentences: what is wrong and what to do. */
  message: string
  /** What to quote when asking for help. */
  details: string
  task_id?: string
  request_id?: string
}

/** Tasks were created, and perhaps paid for, but their results could not be read or saved. */
export class NotSaved extends Error {
  readonly ids: readonly string[]
  /** How to get it all the same. */
  readonly help: string

  constructor(ids: readonly string[], cause: unknown) {
    super('the result could not be saved', { cause })
    this.ids = ids
    // A key that may only generate can have made it.
    this.help = `To save the result with a key that has the tasks:read scope, run: ${ids.map((id) => `mediagen download ${id}`).join('; ')}`
  }
}

/** Explains a failed call of a service; undefined for our own faults. */
export function explainFailure(error: unknown): Explained | undefined {
  if (error instanceof TaskFailedError) {
    const { code, taskId } = error
    return {
      exit: EXIT.failed,
      code,
      message: plainWords(error.message),
      details: `${code}, task ${taskId}`,
      task_id: taskId,
    }
  }
  if (error instanceof ApiError) return explainAnswer(error)
  if (error instanceof NotSaved) return explainUnsaved(error)
  if (error instanceof ConnectionError) {
    const advice =
      "Start a service with 'mediagen serve', set PORT if it uses a different port, or log in to another service with 'mediagen login'."
    return {
      exit: EXIT.unreachable,
      code: 'unreachable',
      message: `The service is not responding. ${advice}`,
      details: error.message,
    }
  }
  if (error instanceof MediagenError || isOfFileSystem(error))
    return { exit: EXIT.failed, code: 'failed', message: error.message, details: '' }
  return undefined
}

function explainAnswer(error: ApiError): Explained {
  const isRefusedKey = error instanceof AuthenticationError
  const advice = isRefusedKey ? " Log in with a different key ('mediagen login'), or set MEDIAGEN_API_KEY." : ''
  const exit = isRefusedKey || error instanceof PermissionError ? EXIT.unreachable : EXIT.failed
  const { code, requestId, taskIds } = error
  const words = code === '' ? `HTTP ${error.status}` : code
  const details = [words, ...taskIds.map((id) => `task ${id}`), `request ${requestId}`].join(', ')
  const message = plainWords(error.message) + advice
  return { exit, code, message, details, ...some('task_id', taskIds[0]), request_id: requestId }
}

/** Even if the cause is a fault of our own, the result is not lost. */
function explainUnsaved({ ids, cause, help }: NotSaved): Explained {
  const message = cause instanceof Error ? cause.message : String(cause)
  const explained = explainFailure(cause) ?? { exit: EXIT.failed, code: 'failed', message }
  return { ...explained, details: help, ...some('task_id', ids[0]) }
}

/** The service's own sentence, without the client's additions for logs, and safe for a terminal. */
export function plainWords(message: string): string {
  return showable(message.replace(/ \((?:\d{3} )?\w*, (?:task|request) [^()]*\)$/, ''))
}

/** Such as a folder that cannot be written to: the system's own message is enough. */
function isOfFileSystem(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && 'path' in error
}

import { RETRYABLE_CODES, type ErrorBody, type ErrorCode, type TaskErrorCode } from './api-types.ts'

type Known<Code extends string> = Code | (string & {})

/** Everything that this package throws, but for aborts, which throw the reason of their signal. */
export class MediagenError extends Error {
  override name = 'MediagenError'
}

/** No answer came: the service cannot be reached, or the connection broke. */
export class ConnectionError extends MediagenError {
  override name = 'ConnectionError'
}

/** No answer came in time. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError'
}

/** Received bytes are not those that the service made. */
export class IntegrityError extends MediagenError {
  override name = 'IntegrityError'
}

/** A webhook is not genuine, or too old. */
export class WebhookVerificationError extends MediagenError {
  override name = 'WebhookVerificationError'
}

export type Failure = { code: string; message: string; docsUrl: string }

/** A task ended without a result. */
export class TaskFailedError extends MediagenError {
  override name = 'TaskFailedError'
  readonly taskId: string
  readonly code: Known<TaskErrorCode>
  readonly docsUrl: string
  /** Whether the same request may succeed later. */
  readonly retryable: boolean

  constructor(taskId: string, { code, message, docsUrl }: Failure) {
    super(`${message} (${code}, task ${taskId}, see ${docsUrl})`)
    this.taskId = taskId
    this.code = code
    this.docsUrl = docsUrl
    this.retryable = RETRYABLE_CODES.includes(code)
  }
}

export type ApiErrorParts = ErrorBody['error'] & {
  status: number
  headers: Headers
  docsUrl: string
  retryAfterMs: number | undefined
}

/** The service refused a request, or failed to do it. */
export class ApiError extends MediagenError {
  override name = 'ApiError'
  readonly status: number
  readonly code: Known<ErrorCode>
  readonly type: string
  /** The parameter that is meant, if there is one. */
  readonly param: string | null
  /** Quote it when you ask for help. */
  readonly requestId: string
  readonly docsUrl: string
  readonly headers: Headers
  /** Whether the same request may succeed later. */
  readonly retryable: boolean
  /** How long the service asks to wait, where it does. */
  readonly retryAfterMs: number | undefined
  /** Tasks that were made all the same, and may go on. */
  readonly taskIds: readonly string[]

  constructor(parts: ApiErrorParts) {
    super(`${parts.message} (${parts.status} ${parts.code}, request ${parts.request_id}, see ${parts.docsUrl})`)
    this.status = parts.status
    this.code = parts.code
    this.type = parts.type
    this.param = parts.param
    this.requestId = parts.request_id
    this.docsUrl = parts.docsUrl
    this.headers = parts.headers
    this.retryAfterMs = parts.retryAfterMs
    this.retryable = RETRYABLE_CODES.includes(parts.code) || (parts.code === '' && parts.status >= 500)
    this.taskIds = taskIdsOf(parts.headers)
  }
}

export class InvalidRequestError extends ApiError {
  override name = 'InvalidRequestError'
}
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError'
}
export class PermissionError extends ApiError {
  override name = 'PermissionError'
}
export class NotFoundError extends ApiError {
  override name = 'NotFoundError'
}
export class ConflictError extends ApiError {
  override name = 'ConflictError'
}
export class RateLimitError extends ApiError {
  override name = 'RateLimitError'
}
export class ServerError extends ApiError {
  override name = 'ServerError'
}

const BY_STATUS: Readonly<Record<number, typeof ApiError>> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  429: RateLimitError,
}

/** The error of the class that fits its status. */
export function apiError(parts: ApiErrorParts): ApiError {
  const fitting = BY_STATUS[parts.status] ?? (parts.status >= 500 ? ServerError : InvalidRequestError)
  return new fitting(parts)
}

/** The tasks that an answer speaks of. */
export function taskIdsOf(headers: Headers): string[] {
  return (headers.get('x-task-id') ?? '').split(',').flatMap((id) => (id.trim() === '' ? [] : [id.trim()]))
}

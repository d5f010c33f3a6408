import { RETRYABLE_CODES, type ErrorBody, type ErrorCode, type TaskErrorCode } from './api-types.ts'

type Known<Code extends string> = Code | (string & {})

/** The base class of all errors of this package. Aborts throw the reason of their signal instead. */
export class MediagenError extends Error {
  override name = 'MediagenError'
}

/** No response: the service cannot be reached, or the connection broke. */
export class ConnectionError extends MediagenError {
  override name = 'ConnectionError'
}

/** No response within the timeout. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError'
}

/** The received bytes are not those that the service stored. */
export class IntegrityError extends MediagenError {
  override name = 'IntegrityError'
}

/** A webhook is not genuine or too old. */
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
  /** Whether the same request can succeed later. */
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

/** The service refused a request or failed to process it. */
export class ApiError extends MediagenError {
  override name = 'ApiError'
  readonly status: number
  readonly code: Known<ErrorCode>
  readonly type: string
  /** The parameter that the error concerns, if any. */
  readonly param: string | null
  /** Quote it when you ask for help. */
  readonly requestId: string
  readonly docsUrl: string
  readonly headers: Headers
  /** Whether the same request can succeed later. */
  readonly retryable: boolean
  /** How long the service asks you to wait, if it does. */
  readonly retryAfterMs: number | undefined
  /** Tasks that were created despite the error and may continue. */
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

/** An error of the class for its status. */
export function apiError(parts: ApiErrorParts): ApiError {
  const fitting = BY_STATUS[parts.status] ?? (parts.status >= 500 ? ServerError : InvalidRequestError)
  return new fitting(parts)
}

/** The tasks named in a response. */
export function taskIdsOf(headers: Headers): string[] {
  return (headers.get('x-task-id') ?? '').split(',').flatMap((id) => (id.trim() === '' ? [] : [id.trim()]))
}

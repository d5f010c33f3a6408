import type { FastifyReply } from 'fastify'
import { AppError, type ErrorCode, toAppError } from '../../core/errors.ts'
import type { Log } from '../../ports/runtime.ts'
import { Type } from './schema.ts'
import { SECURITY_HEADERS } from './send-asset.ts'

/** The only place that knows HTTP statuses: a new code does not compile until it has one. */
export const STATUS = {
  prompt_too_long: 400,
  missing_parameter: 400,
  invalid_parameter: 400,
  invalid_json: 400,
  invalid_multipart: 400,
  model_not_found: 400,
  invalid_image: 400,
  too_many_images: 400,
  image_url_unreachable: 400,
  invalid_webhook_url: 400,
  content_policy_violation: 400,
  unsupported_request: 400,
  sign_in_failed: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  budget_exceeded: 402,
  insufficient_scope: 403,
  model_not_allowed: 403,
  sign_in_refused: 403,
  task_not_found: 404,
  file_not_found: 404,
  key_not_found: 404,
  project_not_found: 404,
  engine_not_found: 404,
  local_model_not_found: 404,
  route_not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  request_timeout: 408,
  idempotency_conflict: 409,
  key_conflict: 409,
  task_already_finished: 409,
  task_not_finished: 409,
  // The request and the service were fine: someone else cancelled the task that the request waited for.
  cancelled: 409,
  payload_too_large: 413,
  image_too_large: 413,
  unsupported_media_type: 415,
  misdirected_request: 421,
  rate_limit_exceeded: 429,
  queue_full: 429,
  internal_error: 500,
  provider_error: 502,
  provider_lost_task: 502,
  start_unknown: 502,
  no_output: 502,
  provider_unavailable: 503,
  sign_in_unavailable: 503,
  shutting_down: 503,
  storage_unavailable: 503,
  timeout: 504,
  queue_timeout: 504,
} as const satisfies Record<ErrorCode, number>

/** The types of error, for clients that treat all errors of a type alike. */
export const ERROR_TYPES = [
  'invalid_request_error',
  'authentication_error',
  'permission_error',
  'not_found_error',
  'rate_limit_error',
  'api_error',
] as const
export type ErrorType = (typeof ERROR_TYPES)[number]

const TYPE_OF_STATUS = new Map<number, ErrorType>([
  [401, 'authentication_error'],
  [402, 'permission_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [429, 'rate_limit_error'],
])

// Two polls at the recommended interval.
const DEFAULT_RETRY_AFTER_SECONDS = 10

export type ErrorAnswer = { status: number; headers: Record<string, string>; body: string }

/** The type under which a status is reported. */
export function errorType(status: number): ErrorType {
  return TYPE_OF_STATUS.get(status) ?? (status >= 500 ? 'api_error' : 'invalid_request_error')
}

/** The body of every error, everywhere. */
export function errorBody(error: AppError, requestId: string): { error: Record<string, string | null> } {
  const { code, message, param } = error
  return { error: { code, message, type: errorType(STATUS[code]), param, request_id: requestId } }
}

/** An error as it is sent; the cause stays here. */
export function errorAnswer(error: AppError, requestId: string): ErrorAnswer {
  const status: number = STATUS[error.code]
  const headers: Record<string, string> = {
    ...SECURITY_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-request-id': requestId,
  }
  if (status === 401) headers['www-authenticate'] = 'Bearer'
  if (error.taskId !== undefined) headers['x-task-id'] = error.taskId
  // A task that continues without its request: to repeat that is for its sender to decide, and may be paid for again.
  const continues = error.code === 'shutting_down' && error.taskId !== undefined
  const usual = (status === 429 || status === 503) && !continues ? DEFAULT_RETRY_AFTER_SECONDS : undefined
  const pause = error.retryAfterSeconds ?? usual
  if (pause !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(pause)))
  return { status, headers, body: JSON.stringify(errorBody(error, requestId)) }
}

/** Sends any thrown error in our form, and logs for the operator what the caller may not see. */
export function sendError(log: Log, reply: FastifyReply, thrown: unknown): FastifyReply {
  const error = fromFastify(thrown) ?? toAppError(thrown)
  const { status, headers, body } = errorAnswer(error, reply.request.id)
  if (status >= 500 && !isOfGoneClient(reply, thrown)) logFailure(log, reply, error)
  return reply.code(status).headers(headers).send(body)
}

/** Answers a range outside the file, in the same form as every other error. */
export function sendRangeNotSatisfiable(reply: FastifyReply, bytes: number): FastifyReply {
  const message = `The range is outside the file, which has ${bytes} bytes.`
  const error = new AppError('invalid_parameter', message, { param: 'Range' })
  const { headers, body } = errorAnswer(error, reply.request.id)
  return reply
    .code(416)
    .headers({ ...headers, 'content-range': `bytes */${bytes}` })
    .send(body)
}

/** A stream that was being sent ended with its client: nothing went wrong on our side. */
function isOfGoneClient({ raw }: FastifyReply, thrown: unknown): boolean {
  return raw.destroyed && codeOf(thrown) === 'ERR_STREAM_PREMATURE_CLOSE'
}

function logFailure(log: Log, reply: FastifyReply, error: AppError): void {
  const { method, routeOptions, id } = reply.request
  tellOfFailure(log, 'request failed', { requestId: id, method, route: routeOptions.url }, error)
}

/** The log line of a failed request. The error of a task is not repeated: a provider may quote the prompt. */
export function tellOfFailure(
  log: Log,
  line: string,
  request: object,
  { code, taskId, message, cause }: AppError,
): void {
  const fields = { ...request, code, taskId, ...(taskId === undefined ? { message } : {}) }
  if (cause === undefined) log.warn(line, fields)
  else log.error(line, { ...fields, cause: describeCause(cause) })
}

function describeCause(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
}

function codeOf(thrown: unknown): unknown {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined
}

/** The few errors that the framework itself raises before our code runs. */
function fromFastify(thrown: unknown): AppError | undefined {
  switch (codeOf(thrown)) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
      return unsupportedMediaType()
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new AppError('route_not_found', 'There is nothing at this URL, because its path is not well-formed.')
    default:
      return undefined
  }
}

/** The message for every body that has neither of the two media types. */
export function unsupportedMediaType(): AppError {
  const message =
    'Send the body as application/json or multipart/form-data in UTF-8, with a matching Content-Type header.'
  return new AppError('unsupported_media_type', message)
}

/** How documents describe the common error body. */
export const ErrorBody = Type.Object({
  error: Type.Object({
    code: Type.String({ description: 'A code from the list of errors; match on this.' }),
    message: Type.String({ description: 'A human-readable description of the problem and how to solve it.' }),
    type: Type.Enum([...ERROR_TYPES]),
    param: Type.Union([Type.String(), Type.Null()], {
      description: 'The name of the parameter, if the error concerns one.',
    }),
    request_id: Type.String({
      description: 'The same id as in the x-request-id header; quote it when you ask for help.',
    }),
  }),
})

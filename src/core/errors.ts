/**
 * Every code that a caller can ever see, shared by HTTP errors and task errors. `retryable` says whether the same
 * request may succeed later without a change.
 */
export const ERRORS = {
  prompt_too_long: {
    retryable: false,
    meaning: 'The prompt has more than 3000 characters, or more than the model accepts.',
  },
  missing_parameter: { retryable: false, meaning: 'A required parameter is absent or blank.' },
  invalid_parameter: { retryable: false, meaning: 'A parameter is unknown or has an invalid value.' },
  invalid_json: { retryable: false, meaning: 'The body is not a JSON object.' },
  invalid_multipart: { retryable: false, meaning: 'The multipart body is broken or has too many parts.' },
  model_not_found: { retryable: false, meaning: 'No model of this kind has that name.' },
  invalid_image: {
    retryable: false,
    meaning: 'A reference is not a readable picture (PNG, JPEG, WebP, GIF, AVIF).',
  },
  too_many_images: {
    retryable: false,
    meaning: 'The request has more references than the service or the model accepts.',
  },
  image_url_unreachable: { retryable: true, meaning: 'A reference could not be fetched from its URL.' },
  invalid_webhook_url: { retryable: false, meaning: 'The webhook URL cannot be used.' },
  content_policy_violation: {
    retryable: false,
    meaning: 'The model or the rules of this service do not allow the prompt or the result.',
  },
  unsupported_request: { retryable: false, meaning: 'This model cannot do what was requested.' },
  sign_in_failed: { retryable: false, meaning: 'The sign-in could not be completed.' },
  missing_api_key: { retryable: false, meaning: 'The request has no API key.' },
  invalid_api_key: { retryable: false, meaning: 'The API key is unknown, expired, revoked or malformed.' },
  budget_exceeded: {
    retryable: true,
    meaning: 'The request would exceed the budget of the API key, its end user or its project.',
  },
  insufficient_scope: { retryable: false, meaning: 'The API key does not have permission to do this.' },
  model_not_allowed: { retryable: false, meaning: 'The API key may not use this model.' },
  sign_in_refused: { retryable: false, meaning: 'This person may not sign in here.' },
  task_not_found: { retryable: false, meaning: 'There is no such task, or it belongs to another key or project.' },
  file_not_found: { retryable: false, meaning: 'There is no such file.' },
  key_not_found: { retryable: false, meaning: 'There is no key with this id.' },
  project_not_found: { retryable: false, meaning: 'There is no project with this id.' },
  engine_not_found: { retryable: false, meaning: 'There is no engine with this id.' },
  local_model_not_found: { retryable: false, meaning: 'There is no local model with this id.' },
  route_not_found: { retryable: false, meaning: 'There is nothing at this URL.' },
  method_not_allowed: { retryable: false, meaning: 'This URL does not support that method.' },
  not_acceptable: { retryable: false, meaning: 'The Accept header rules out JSON, the only response format.' },
  request_timeout: { retryable: true, meaning: 'The request arrived too slowly.' },
  idempotency_conflict: {
    retryable: false,
    meaning: 'The Idempotency-Key was used for another request, or for one whose task was deleted.',
  },
  key_conflict: {
    retryable: false,
    meaning: 'The key cannot be changed this way: it is the calling key, was revoked, or comes from the settings.',
  },
  task_already_finished: { retryable: false, meaning: 'The task has ended, so it cannot be cancelled.' },
  task_not_finished: { retryable: true, meaning: 'The task is still running, so it cannot be deleted.' },
  payload_too_large: { retryable: false, meaning: 'The body is larger than the service accepts.' },
  image_too_large: { retryable: false, meaning: 'A reference image has too many bytes or pixels.' },
  unsupported_media_type: { retryable: false, meaning: 'The body is neither JSON nor multipart/form-data.' },
  misdirected_request: { retryable: false, meaning: 'The service does not know the name in the Host header.' },
  rate_limit_exceeded: { retryable: true, meaning: 'The key has sent too many requests.' },
  queue_full: { retryable: true, meaning: 'Too many tasks are queued.' },
  internal_error: { retryable: true, meaning: 'Something went wrong on our side.' },
  provider_error: { retryable: true, meaning: 'The model failed.' },
  provider_unavailable: { retryable: true, meaning: 'The model is currently unreachable.' },
  sign_in_unavailable: { retryable: true, meaning: 'The identity provider is currently unreachable.' },
  shutting_down: { retryable: true, meaning: 'The service is stopping and does not accept new work.' },
  storage_unavailable: {
    retryable: true,
    meaning: 'The database or the file storage is currently not accepting writes.',
  },
  timeout: { retryable: true, meaning: 'The task timed out.' },
  queue_timeout: { retryable: true, meaning: 'The task waited too long in the queue and was never started.' },
  cancelled: { retryable: false, meaning: 'The task was cancelled.' },
  provider_lost_task: { retryable: true, meaning: 'The provider no longer knows the job.' },
  start_unknown: {
    retryable: false,
    meaning:
      'The provider may or may not have started the job. The service does not start it again, so you never pay twice.',
  },
  no_output: { retryable: true, meaning: 'The model finished without a result.' },
} as const satisfies Record<string, { retryable: boolean; meaning: string }>

export type ErrorCode = keyof typeof ERRORS

/** The codes with which a task may end. */
export const TASK_ERROR_CODES = [
  'timeout',
  'queue_timeout',
  'cancelled',
  'provider_error',
  'provider_unavailable',
  'provider_lost_task',
  'start_unknown',
  'content_policy_violation',
  'unsupported_request',
  'invalid_image',
  'image_url_unreachable',
  'no_output',
  'storage_unavailable',
  'internal_error',
] as const satisfies readonly ErrorCode[]

export type TaskErrorCode = (typeof TASK_ERROR_CODES)[number]

/** Whether a task may end with this code. */
export function isTaskErrorCode(code: string): code is TaskErrorCode {
  return (TASK_ERROR_CODES as readonly string[]).includes(code)
}

type AppErrorOptions = { param?: string; cause?: unknown; retryAfterSeconds?: number; taskId?: string }

/** The only error that may reach a caller: its message says what to do and contains no secrets. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly param: string | null
  readonly retryAfterSeconds: number | undefined
  readonly taskId: string | undefined

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.param = options.param ?? null
    this.retryAfterSeconds = options.retryAfterSeconds
    this.taskId = options.taskId
  }
}

/** The storage failed during an operation: it is unknown whether the operation was done, or still will be. */
export class Interrupted extends AppError {}

/** Turns anything that was thrown into an AppError; unexpected errors become `internal_error`. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  return new AppError(
    'internal_error',
    'Something went wrong on our side. Try again; if the error persists, contact the operator.',
    {
      cause: thrown,
    },
  )
}

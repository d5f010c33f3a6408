import { ERRORS, type ErrorCode } from '../../core/errors.ts'
import { ErrorBody, errorType, STATUS } from './error-reply.ts'
import type { Schema } from './schema.ts'
import type { TaskKind } from '../../core/tasks/model.ts'

type Headers = Record<string, Schema>
type Described = {
  description: string
  headers: Headers
  content: Record<string, { schema: Schema; examples?: unknown }>
}

const REQUEST_ID: Headers = { 'x-request-id': { type: 'string', description: 'Quote it when you ask for help.' } }
const RETRY_AFTER: Headers = {
  'retry-after': { type: 'integer', description: 'Seconds to wait before the next attempt.' },
}
/** Additional headers of an error, by status. */
const HEADERS_OF_STATUS: Readonly<Record<number, Headers>> = {
  401: { 'www-authenticate': { type: 'string', description: 'The expected authentication scheme: `Bearer`.' } },
  402: RETRY_AFTER,
  429: RETRY_AFTER,
  503: RETRY_AFTER,
  504: {
    'retry-after': {
      type: 'integer',
      description:
        'Only if the request ended before its tasks, and a repeat of it creates no others, as with an `Idempotency-Key`: ' +
        'seconds until the same request may wait for them again.',
    },
  },
}

/** The possible errors of any request with a key: the key, the end user, and the requested media type. */
export const KEY_ERRORS = [
  'missing_api_key',
  'invalid_api_key',
  'insufficient_scope',
  'not_acceptable',
  'invalid_parameter',
] as const
/** The possible errors of any request, whatever it contains. */
export const SERVER_ERRORS = ['rate_limit_exceeded', 'internal_error', 'storage_unavailable'] as const

/** Why a body may be refused before its content is examined. */
export const BODY_ERRORS = [
  'invalid_json',
  'missing_parameter',
  'invalid_parameter',
  'payload_too_large',
  'unsupported_media_type',
] as const

/**
 * The possible errors of any request with a key in APIs that answer only in JSON, as clients of other services expect.
 */
export const CLIENT_ERRORS: readonly ErrorCode[] = [
  ...KEY_ERRORS.filter((code) => code !== 'not_acceptable'),
  ...SERVER_ERRORS,
]

/** The possible errors of any request about a task. */
export const READING_ERRORS: readonly ErrorCode[] = [...KEY_ERRORS, 'task_not_found', ...SERVER_ERRORS]

/** The possible errors of any list. */
export const LIST_ERRORS: readonly ErrorCode[] = [...KEY_ERRORS, ...SERVER_ERRORS]

/** The possible errors of a change to a task without a body: its media type and length are still checked. */
export const CHANGING_ERRORS: readonly ErrorCode[] = ['unsupported_media_type', ...READING_ERRORS]

/** The successful answer and every error, by status. */
export function describeAnswers<Answer extends Schema>(answer: Answer, errors: readonly ErrorCode[]) {
  return { 200: answer, ...errorAnswers(errors) }
}

type Wording = { statusOf?: (code: ErrorCode) => number; headers?: Headers }

/** The possible errors of a route, grouped by status, each with an example; other APIs may have their own statuses. */
export function errorAnswers(
  all: readonly ErrorCode[],
  { statusOf = (code) => STATUS[code], headers = {} }: Wording = {},
): Record<number, Described> {
  const codes = [...new Set(all)]
  const answers: Record<number, Described> = {}
  for (const status of new Set(codes.map(statusOf))) {
    const here = codes.filter((code) => statusOf(code) === status)
    answers[status] = {
      description: here.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join(' '),
      headers: { ...REQUEST_ID, ...HEADERS_OF_STATUS[status], ...headers },
      content: errorContent(here, status),
    }
  }
  return answers
}

/** A range outside the file has its own status, but no error code. */
export const RANGE_ANSWER: Described = {
  description: 'The range is outside the file.',
  headers: { ...REQUEST_ID, 'content-range': { type: 'string', description: 'The size of the file in bytes.' } },
  content: errorContent(['invalid_parameter'], STATUS.invalid_parameter),
}

function errorContent(codes: readonly ErrorCode[], status: number): Described['content'] {
  const example = (code: ErrorCode): object => ({
    code,
    message: ERRORS[code].meaning,
    type: errorType(status),
    param: null,
    request_id: 'req_7Hq2ZpXw9LkTb4Nd',
  })
  const examples = Object.fromEntries(codes.map((code) => [code, { value: { error: example(code) } }]))
  return { 'application/json': { schema: ErrorBody, examples } }
}

const REQUEST_ERRORS = [
  'prompt_too_long',
  'missing_parameter',
  'invalid_parameter',
  'invalid_json',
  'invalid_multipart',
  'model_not_found',
  'invalid_image',
  'too_many_images',
  'model_not_allowed',
  'unsupported_request',
  'budget_exceeded',
  'idempotency_conflict',
  'payload_too_large',
  'image_too_large',
  'unsupported_media_type',
  'queue_full',
  'shutting_down',
] as const satisfies readonly ErrorCode[]

// An image request waits for its task, so it can fail with any error of a task.
const KIND_ERRORS = {
  image: [
    'image_url_unreachable',
    'content_policy_violation',
    'provider_error',
    'provider_unavailable',
    'provider_lost_task',
    'start_unknown',
    'no_output',
    'cancelled',
    'timeout',
    'queue_timeout',
  ],
  video: ['invalid_webhook_url'],
} as const satisfies Record<TaskKind, readonly ErrorCode[]>

/** The possible errors of a generation request, in addition to those of any request. */
export function generationErrors(kind: TaskKind): readonly ErrorCode[] {
  return [...REQUEST_ERRORS, ...KIND_ERRORS[kind]]
}

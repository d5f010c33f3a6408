import { Type, type TObject, type TSchema } from 'typebox'
import { ERRORS, type ErrorCode } from '../core/errors.ts'
import type { TaskKind } from '../core/model.ts'
import { errorType, STATUS } from './error-reply.ts'
import { EXAMPLES } from './examples.ts'
import { ErrorBody, GENERATION, IMAGE_FIELDS } from './schemas.ts'

type Described = { description: string; content: Record<string, { schema: TSchema; examples?: unknown }> }

const KEY_ERRORS = ['missing_api_key', 'invalid_api_key', 'insufficient_scope', 'not_acceptable'] as const
const SERVER_ERRORS = ['rate_limit_exceeded', 'internal_error', 'storage_unavailable'] as const

/** What any request about a task may end in. */
export const READING_ERRORS: readonly ErrorCode[] = [...KEY_ERRORS, 'task_not_found', ...SERVER_ERRORS]

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
  'idempotency_conflict',
  'payload_too_large',
  'image_too_large',
  'unsupported_media_type',
  'queue_full',
  'shutting_down',
] as const satisfies readonly ErrorCode[]

// An image request waits for its task, so it can end in whatever a task can end in.
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

const TEXTS = {
  image: {
    tags: ['Images'],
    operationId: 'createImage',
    summary: 'Make an image',
    description: 'The request stays open until the image is ready. The header `x-task-id` names its task.',
  },
  video: {
    tags: ['Videos'],
    operationId: 'createVideo',
    summary: 'Make a video',
    description: 'Returns at once with a task id; poll it, or give a `webhookUrl`.',
  },
} as const

/** Everything that the document says of a generation route; the schemas are the ones that validate. */
export function generationSchema<Answer extends TSchema>(kind: TaskKind, answer: Answer) {
  const { json, form, answer: answered } = EXAMPLES[kind]
  return {
    ...TEXTS[kind],
    security: [{ apiKey: [] }],
    headers: Type.Object({
      'idempotency-key': Type.Optional(
        Type.String({
          maxLength: 255,
          description: 'Your own name for this request: for 24 hours, repeating it gives the same task.',
        }),
      ),
    }),
    body: {
      content: {
        'application/json': { schema: { ...GENERATION[kind], examples: json } },
        'multipart/form-data': { schema: { ...formSchema(GENERATION[kind]), examples: form } },
      },
    },
    response: describeAnswers({ ...answer, examples: [answered] }, [
      ...REQUEST_ERRORS,
      ...KIND_ERRORS[kind],
      ...KEY_ERRORS,
      ...SERVER_ERRORS,
    ]),
  }
}

/** The good answer and every error, by status. */
export function describeAnswers<Answer extends TSchema>(answer: Answer, errors: readonly ErrorCode[]) {
  return { 200: answer, ...errorAnswers(errors) }
}

/** The errors that a route may answer with, grouped by status, each with an example. */
export function errorAnswers(codes: readonly ErrorCode[]): Record<number, Described> {
  const answers: Record<number, Described> = {}
  for (const status of new Set(codes.map((code) => STATUS[code]))) {
    const here = codes.filter((code) => STATUS[code] === status)
    answers[status] = {
      description: here.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join(' '),
      content: {
        'application/json': {
          schema: ErrorBody,
          examples: Object.fromEntries(here.map((code) => [code, { value: exampleError(code) }])),
        },
      },
    }
  }
  return answers
}

function exampleError(code: ErrorCode): unknown {
  const { meaning } = ERRORS[code]
  const error = {
    code,
    message: meaning,
    type: errorType(STATUS[code]),
    param: null,
    request_id: 'req_7Hq2ZpXw9LkTb4Nd',
  }
  return { error }
}

/** In a form, references may be files too, and a field may be repeated. */
function formSchema(schema: TObject): TSchema {
  const file = { type: 'string', format: 'binary' }
  const description = 'A file, an http(s) address or a data: URL; repeat the field for several. Order is kept.'
  const images = IMAGE_FIELDS.map((name) => [name, { type: 'array', items: file, description }])
  return { ...schema, properties: { ...schema.properties, ...Object.fromEntries(images) } }
}

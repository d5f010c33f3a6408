import type { TSchema } from 'typebox'
import { ERRORS, type ErrorCode } from '../../core/errors.ts'
import { ErrorBody } from './error-body.ts'
import { errorType, STATUS } from './error-reply.ts'

type Described = { description: string; content: Record<string, { schema: TSchema; examples?: unknown }> }

/** What any request with a key may end in: the key, and the form in which it wants its answer. */
export const KEY_ERRORS = ['missing_api_key', 'invalid_api_key', 'insufficient_scope', 'not_acceptable'] as const
/** What any request may end in, whatever it says. */
export const SERVER_ERRORS = ['rate_limit_exceeded', 'internal_error', 'storage_unavailable'] as const

/** What any request about a task may end in. */
export const READING_ERRORS: readonly ErrorCode[] = [...KEY_ERRORS, 'task_not_found', ...SERVER_ERRORS]

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

import { ERRORS, type ErrorCode } from '../../../core/errors.ts'
import { errorType } from '../../answer/error-reply.ts'
import { jsonSchema, multipartSchema } from '../../body/form-schema.ts'
import type { GenerationForm } from '../../body/generation-form.ts'
import { statusHere } from '../dialect-errors.ts'
import type { ANSWER_SCHEMAS } from './answer-schemas.ts'

export type DocumentContent = Readonly<Record<string, { schema: object }>>

/** The errors of any request with a key, whatever it says. */
export const ANY_ERRORS = [
  'invalid_parameter',
  'missing_api_key',
  'invalid_api_key',
  'insufficient_scope',
  'rate_limit_exceeded',
  'internal_error',
  'storage_unavailable',
] as const satisfies readonly ErrorCode[]

/** Errors by status, each with an example. */
export function errorsOf(codes: readonly ErrorCode[]): Record<string, object> {
  const all = [...new Set(codes)]
  const statuses = [...new Set(all.map(statusHere))].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => {
      const here = all.filter((code) => statusHere(code) === status)
      const examples = Object.fromEntries(here.map((code) => [code, { value: exampleOf(code) }]))
      return [
        String(status),
        {
          description: here.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join(' '),
          headers: {
            'x-should-retry': { schema: { enum: ['true', 'false'] }, description: 'Whether a repeat makes sense.' },
          },
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples } },
        },
      ]
    }),
  )
}

function exampleOf(code: ErrorCode): object {
  return {
    error: {
      code,
      message: ERRORS[code].meaning,
      type: errorType(statusHere(code)),
      param: null,
      request_id: 'req_7Hq2ZpXw9LkTb4Nd',
    },
  }
}

/** A good answer of one of the named forms. */
export function answerOf(
  name: keyof typeof ANSWER_SCHEMAS,
  description: string,
): { description: string; content: DocumentContent } {
  return { description, content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } } }
}

/** Both forms of a body, from the table that reads it. */
export function bodyOf(form: GenerationForm, more: object = {}): { required: true; content: DocumentContent } {
  const content = {
    'application/json': { schema: { ...jsonSchema(form), ...more } },
    'multipart/form-data': { schema: { ...multipartSchema(form), ...more } },
  }
  return { required: true, content }
}

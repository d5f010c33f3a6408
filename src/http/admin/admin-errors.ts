import type { ErrorCode } from '../../core/errors.ts'
import { errorAnswers, KEY_ERRORS, SERVER_ERRORS } from '../answer/describe-answers.ts'
import type { Schema } from '../answer/schema.ts'

const BODY_ERRORS = ['invalid_json', 'missing_parameter', 'payload_too_large'] as const

/** What a list may end in. */
export const LIST_ERRORS: readonly ErrorCode[] = ['invalid_parameter', ...KEY_ERRORS, ...SERVER_ERRORS]

/** What reading one key may end in. */
export const ONE_KEY_ERRORS: readonly ErrorCode[] = ['key_not_found', ...KEY_ERRORS, ...SERVER_ERRORS]

/** What a change without a body may end in: what is said of a body is looked at all the same. */
export const CHANGE_ERRORS: readonly ErrorCode[] = ['key_conflict', 'unsupported_media_type', ...ONE_KEY_ERRORS]

export const CHANGE_BY_BODY_ERRORS: readonly ErrorCode[] = [...BODY_ERRORS, 'invalid_parameter', ...CHANGE_ERRORS]

export const CREATE_ERRORS: readonly ErrorCode[] = [
  ...BODY_ERRORS,
  'idempotency_conflict',
  'unsupported_media_type',
  ...LIST_ERRORS,
]

/** As `describeAnswers`, for what makes something new. */
export function describeCreation<Answer extends Schema>(answer: Answer, errors: readonly ErrorCode[]) {
  return { 201: answer, ...errorAnswers(errors) }
}

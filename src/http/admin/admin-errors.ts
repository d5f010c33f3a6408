import type { ErrorCode } from '../../core/errors.ts'
import { BODY_ERRORS, errorAnswers, KEY_ERRORS, LIST_ERRORS, SERVER_ERRORS } from '../answer/describe-answers.ts'
import type { Schema } from '../answer/schema.ts'

/** What reading one key may end in. */
export const ONE_KEY_ERRORS: readonly ErrorCode[] = ['key_not_found', ...KEY_ERRORS, ...SERVER_ERRORS]

/** What a change without a body may end in: what is said of a body is looked at all the same. */
export const CHANGE_ERRORS: readonly ErrorCode[] = ['key_conflict', 'unsupported_media_type', ...ONE_KEY_ERRORS]

export const CHANGE_BY_BODY_ERRORS: readonly ErrorCode[] = [...BODY_ERRORS, ...CHANGE_ERRORS]

export const CREATE_ERRORS: readonly ErrorCode[] = [...BODY_ERRORS, 'idempotency_conflict', ...LIST_ERRORS]

/** As `describeAnswers`, for what makes something new. */
export function describeCreation<Answer extends Schema>(answer: Answer, errors: readonly ErrorCode[]) {
  return { 201: answer, ...errorAnswers(errors) }
}

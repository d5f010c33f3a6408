import { MEDIA_TYPES } from '../../core/files/media-type.ts'
import { errorAnswers, RANGE_ANSWER } from '../answer/describe-answers.ts'

const Bytes = { type: 'string', format: 'binary' }
const content = Object.fromEntries(MEDIA_TYPES.map((type) => [type, { schema: Bytes }]))
const ERRORS = errorAnswers([
  'invalid_parameter',
  'file_not_found',
  'rate_limit_exceeded',
  'internal_error',
  'storage_unavailable',
])
/** What a file is answered with. */
export const ANSWERS = {
  200: { description: 'The file.', content },
  206: { description: 'The part asked for.', content },
  302: { description: 'The storage has the file, at the address in `Location`.', type: 'null' },
  304: { description: 'Not modified.', type: 'null' },
  416: RANGE_ANSWER,
  ...ERRORS,
}

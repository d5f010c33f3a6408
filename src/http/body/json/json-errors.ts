import { AppError } from '../../../core/errors.ts'

/** A body that is no JSON object of ours. No message repeats it: it may hold a prompt or a whole picture. */
export function invalidJson(message: string, cause?: unknown): AppError {
  return new AppError('invalid_json', message, { cause })
}

/** The one message for what a parser does not take; the place alone is told, where it is known. */
export function malformed(cause: unknown, character?: number): AppError {
  const place = character === undefined ? '' : ` at character ${character}`
  return invalidJson(`The body is not well-formed JSON${place}. Check quotes, commas and brackets.`, cause)
}

export function notUtf8(cause: unknown): AppError {
  return invalidJson('The body is not valid UTF-8. Send JSON in UTF-8.', cause)
}

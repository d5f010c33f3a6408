import type { NewReference } from '../../actions/create-task.ts'
import { spoolReference } from '../../actions/read-references.ts'
import { AppError } from '../../core/errors.ts'
import { dataUrlBytes, isDataUrl } from './data-url.ts'
import type { FormDeps } from './multipart.ts'

// Signed addresses are long; nothing that a server answers to is longer.
const MAX_URL_CHARACTERS = 8_192

/** Turns the text of one reference into what a task takes: an address in its normal form, or the bytes it holds. */
export async function referenceFromText(deps: FormDeps, text: string): Promise<NewReference> {
  const trimmed = text.trim()
  if (isDataUrl(trimmed)) return { from: 'bytes', ...(await spoolReference(deps, dataUrlBytes(trimmed))) }
  return { from: 'url', url: checkImageUrl(trimmed) }
}

function checkImageUrl(text: string): string {
  if (text.length > MAX_URL_CHARACTERS) throw refuse(`is longer than ${MAX_URL_CHARACTERS} characters`)
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw refuse('is neither a whole http(s) address, such as https://example.com/cat.png, nor a data: URL')
  }
  if (url.username !== '' || url.password !== '') throw refuse('must not contain a user name or password')
  return url.href
}

function refuse(what: string): AppError {
  return new AppError('invalid_parameter', `An image ${what}.`, { param: 'image' })
}

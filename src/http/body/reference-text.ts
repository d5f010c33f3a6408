import type { NewReference } from '../../actions/tasks/create-task.ts'
import { spoolReference, type ReadReference, type TakeInDeps } from '../../actions/tasks/read-references.ts'
import { AppError } from '../../core/errors.ts'
import { isUploadId } from '../../core/files/upload.ts'
import type { PictureRole } from '../../core/tasks/roles.ts'
import { isTaskId } from '../../core/tasks/task-id.ts'
import { dataUrlBytes, isDataUrl } from './data-url.ts'

export type FormDeps = TakeInDeps

// Signed URLs are long; no server answers to a longer one.
const MAX_URL_CHARACTERS = 8_192
// A URL and the white space around it.
const MAX_TEXT_CHARACTERS = 2 * MAX_URL_CHARACTERS
const SCHEME_CHARACTERS = 'data:'.length

/**
 * Receives the text of one reference as it arrives: the picture in a `data:` URL, or otherwise the text, to be checked
 * later.
 */
export async function takeReferenceText(
  deps: FormDeps,
  pieces: AsyncIterable<string>,
  role?: PictureRole,
): Promise<string | ReadReference> {
  const source = pieces[Symbol.asyncIterator]()
  let text = ''
  for (let next = await source.next(); next.done !== true; next = await source.next()) {
    text += next.value
    const begun = text.trimStart()
    if (begun.length < SCHEME_CHARACTERS && text.length <= MAX_TEXT_CHARACTERS) continue
    if (isDataUrl(begun)) return spoolReference(deps, dataUrlBytes(startingWith(begun, source)), role)
    if (text.length > MAX_TEXT_CHARACTERS) throw tooLong()
  }
  return text
}

/**
 * Converts the text of one reference into what a task takes: a URL in its normal form, the bytes it contains, the
 * caller's upload, or the caller's own task whose clip is meant.
 */
export async function referenceFromText(deps: FormDeps, text: string, role?: PictureRole): Promise<NewReference> {
  const taken = await takeReferenceText(deps, onePiece(text), role)
  if (typeof taken !== 'string') return { from: 'bytes', ...taken }
  const words = taken.trim()
  if (role === 'video' && isTaskId(words)) return { from: 'task', taskId: words }
  if (isUploadId(words)) return { from: 'upload', uploadId: words }
  return { from: 'url', url: checkImageUrl(words, role) }
}

async function* startingWith(first: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield first
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
}

async function* onePiece(text: string): AsyncGenerator<string> {
  yield text
}

function checkImageUrl(text: string, role: PictureRole | undefined): string {
  if (text.length > MAX_URL_CHARACTERS) throw tooLong()
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    if (role === 'video') throw notAClip()
    throw refuse(
      'is not a complete http(s) URL, such as https://example.com/cat.png, a data: URL or the id of an upload',
    )
  }
  if (url.username !== '' || url.password !== '') throw refuse('URL must not contain a user name or password')
  return url.href
}

function notAClip(): AppError {
  const message =
    'video must be the id of one of your videos or uploads, a complete http(s) URL such as https://example.com/cat.mp4, or a data: URL.'
  return new AppError('invalid_parameter', message, { param: 'video' })
}

function tooLong(): AppError {
  return refuse(`URL is longer than ${MAX_URL_CHARACTERS} characters`)
}

function refuse(what: string): AppError {
  return new AppError('invalid_parameter', `An image ${what}.`, { param: 'image' })
}

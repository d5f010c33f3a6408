import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Dicer } from '@fastify/busboy'
import { spoolReference, type ReadReference } from '../../actions/tasks/read-references.ts'
import { AppError } from '../../core/errors.ts'
import { cutText } from '../answer/client-text.ts'
import { fieldText, readFieldText } from './field-text.ts'
import { fieldOf, inWordsOf, isImageField, nameFor, refusalOf, roleIn, type GenerationForm } from './generation-form.ts'
import { parsePartHeader, type PartHeader } from './part-header.ts'
import { payloadTooLarge, readBody } from './read-body.ts'
import { takeReferenceText, type FormDeps } from './reference-text.ts'

/** One field of a form, in order: text, or a received picture. */
export type FormEntry = { name: string; content: string | ReadReference }

export type FormRules = { boundary: string; form: GenerationForm }

// Everything except pictures, as in a JSON body.
const MAX_TEXT_CHARACTERS = 256 * 1024
const MAX_TEXT_PARTS = 50
const MAX_HEADER_PAIRS = 16

/**
 * Reads a form part by part, pictures directly to disk. Whatever goes wrong, including a disconnect, nothing that was
 * received stays behind.
 */
export async function readMultipart(deps: FormDeps, raw: IncomingMessage, rules: FormRules): Promise<FormEntry[]> {
  const entries: FormEntry[] = []
  const parts: Readable[] = []
  const failed = new AbortController()
  const fail = (error: unknown): void => {
    failed.abort(error)
    for (const part of parts) part.destroy()
  }

  // One part after another, in order: the next one waits in its small buffer and so slows the client down.
  let queue: Promise<void> = Promise.resolve()
  const take = async (earlier: Promise<void>, part: PartToTake): Promise<void> => {
    await earlier
    if (!failed.signal.aborted) await takePart(deps, rules, entries, part).catch(fail)
  }
  const dicer = new Dicer({ boundary: rules.boundary, maxHeaderPairs: MAX_HEADER_PAIRS })
  dicer.on('error', (cause) => fail(broken('The form ends before its closing boundary.', cause)))
  dicer.on('part', (part) => {
    parts.push(part)
    let header: PartHeader | undefined
    part.on('header', (fields) => (header = parsePartHeader(fields as Record<string, string[]>)))
    // The parser also reports an incomplete form on the part, where nobody may be listening yet.
    part.on('error', () => {})
    if (parts.length > deps.limits.maxImages + MAX_TEXT_PARTS) fail(broken('The form has too many parts.'))
    queue = take(queue, { part, header: () => header })
  })

  try {
    await orFailure(failed.signal, feed(deps, raw, dicer, failed.signal))
    await queue
    failed.signal.throwIfAborted()
    return entries
  } catch (error) {
    fail(error)
    await queue
    await Promise.all(entries.map(discard))
    throw error
  }
}

async function feed(deps: FormDeps, raw: IncomingMessage, dicer: Dicer, failed: AbortSignal): Promise<void> {
  const finished = new Promise<void>((resolve) => dicer.on('finish', resolve))
  const limits = { maxBytes: deps.limits.maxBodyBytes, brokenOff: 'invalid_multipart' } as const
  for await (const chunk of readBody(raw, limits)) {
    failed.throwIfAborted()
    if (!dicer.write(chunk)) await orFailure(failed, Promise.race([once(dicer, 'drain'), finished]))
  }
  dicer.end()
  await finished
}

/** Waits for something, but only until the form has failed. */
async function orFailure(failed: AbortSignal, work: Promise<unknown>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = (): void => reject(failed.reason)
  failed.addEventListener('abort', stop)
  if (failed.aborted) stop()
  try {
    await Promise.race([work, promise])
  } finally {
    failed.removeEventListener('abort', stop)
  }
}

async function discard({ content }: FormEntry): Promise<void> {
  if (typeof content !== 'string') await content.spooled.discard()
}

/** The header is known from the first byte on. */
type PartToTake = { part: Readable; header: () => PartHeader | undefined }

async function takePart(deps: FormDeps, { form }: FormRules, entries: FormEntry[], taken: PartToTake): Promise<void> {
  const { part, header } = taken
  const chunks: AsyncIterator<Uint8Array> = part[Symbol.asyncIterator]()
  const first = await chunks.next()
  const head = header()
  if (head === undefined) throw broken('A part of the form has no valid header with a name.')
  const { name, filename, holdsText } = head
  const source = startingWith(first, chunks)
  if (!isImageField(form, name)) {
    if (filename !== undefined) throw notAFile(form, name)
    entries.push({ name, content: await readFieldText(source, { name, form }) })
    if (textLength(entries) > MAX_TEXT_CHARACTERS) {
      const limit = MAX_TEXT_CHARACTERS / 1024
      throw payloadTooLarge(`The form has more than ${limit} KiB besides its images. Send only parameters.`)
    }
    return
  }
  // A browser sends an empty, nameless file for a file input that was not used.
  if (first.done === true && filename === '') return
  if (entries.filter((entry) => isImageField(form, entry.name)).length >= deps.limits.maxImages) {
    throw tooManyImages(form, deps.limits.maxImages)
  }
  const role = roleIn(form, name)
  const take = (): Promise<string | ReadReference> => {
    if (!holdsText) return spoolReference(deps, source, role)
    const text = fieldText(source, name)
    return takeReferenceText(deps, form.pictureText?.(text) ?? text, role)
  }
  const content = await inWordsOf(form, take, role)
  entries.push({ name, content })
}

/** The names count too, because they are kept as well. */
function textLength(entries: readonly FormEntry[]): number {
  return entries.reduce(
    (sum, { name, content }) => sum + name.length + (typeof content === 'string' ? content.length : 0),
    0,
  )
}

export function tooManyImages(form: GenerationForm, maxImages: number): AppError {
  const message = `More than ${maxImages} images were given. Send fewer.`
  return new AppError('too_many_images', message, { param: nameFor(form, 'image') })
}

async function* startingWith(
  first: IteratorResult<Uint8Array>,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for (let next = first; next.done !== true; next = await rest.next()) yield next.value
}

function notAFile(form: GenerationForm, name: string): AppError {
  const refusal = refusalOf(name, fieldOf(form, name))
  if (refusal !== undefined) return refusal
  const param = cutText(name)
  const message = `'${param}' was sent as a file. Send it as text; files go in the field '${nameFor(form, 'image')}'.`
  return new AppError('invalid_parameter', message, { param })
}

function broken(message: string, cause?: unknown): AppError {
  return new AppError('invalid_multipart', `${message} Check the boundary and the structure of the form.`, { cause })
}

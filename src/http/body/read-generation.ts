import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { NewReference } from '../../actions/tasks/create-task.ts'
import type { ReadReference } from '../../actions/tasks/read-references.ts'
import { AppError } from '../../core/errors.ts'
import { isOptionalText, type GenerationRequest } from '../../core/tasks/generation-request.ts'
import type { WithRole } from '../../core/tasks/roles.ts'
import { isObject, valueFromText } from '../../core/text/value-form.ts'
import { unsupportedMediaType } from '../answer/error-reply.ts'
import { bodyMemory, heldPictures, type HeldPictures } from './body-memory.ts'
import { checkFields, type Fields, imagesIn } from './check-fields.ts'
import { textTooLong } from './field-text.ts'
import { fieldOf, formOf, inWordsOf, isImageField, nameFor, roleIn, type GenerationForm } from './generation-form.ts'
import { readJsonObject, type JsonObject } from './json/json-body.ts'
import { givenTwice } from './json/json-rules.ts'
import { isUtf8, parseContentType, type ContentType } from './media-type.ts'
import { readMultipart, type FormEntry } from './multipart.ts'
import { readBody } from './read-body.ts'
import { referenceFromText, type FormDeps } from './reference-text.ts'

/** A request that was read. The warnings name parameters that the API knows but ignores; `own` is for the API. */
export type Generation = { request: GenerationRequest; references: NewReference[]; warnings: string[]; own: Fields }

/** The common result of both body forms: the fields as the schema describes them, and the references in order. */
type Parsed = { fields: Fields; images: (WithRole & { content: string | ReadReference })[] }

// RFC 2046: the allowed characters of a boundary.
const BOUNDARY = /^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/

/**
 * Reads a generation request in either body form, according to the table of its API, and checks every rule that does
 * not depend on the model. The caller then keeps or discards the references; after an error, nothing stays behind.
 */
export async function readGeneration(
  deps: FormDeps,
  request: FastifyRequest,
  form: GenerationForm,
): Promise<Generation> {
  const held: ReadReference[] = []
  try {
    const { fields, images } = await bodyMemory(request, () => parseBody(deps, request, form, held))
    const checked = checkFields(form, fields)
    const references = await readReferences(deps, form, images, held)
    // A file under a name that takes no file was received like a picture, and is not one.
    const used = new Set(references.map((each) => (each.from === 'bytes' ? each.spooled : undefined)))
    await Promise.all(held.filter(({ spooled }) => !used.has(spooled)).map(({ spooled }) => spooled.discard()))
    return { ...checked, references }
  } catch (error) {
    await Promise.all(held.map(({ spooled }) => spooled.discard()))
    throw error
  }
}

/**
 * Reads either body form, with the field names of a table. Received files are added to `held`, even if the rest is
 * invalid.
 */
export async function parseBody(
  deps: FormDeps,
  request: FastifyRequest,
  form: GenerationForm,
  held: ReadReference[],
): Promise<Parsed> {
  const { maxBodyBytes } = deps.limits
  const type = bodyType(request)
  if (type.type === 'application/json') {
    const pictures = heldPictures(deps, form, held)
    const bodyRules = { maxBytes: maxBodyBytes, brokenOff: 'invalid_json' } as const
    const jsonRules = { long: pictures, tooLong: (name: string): AppError => textTooLong(form, name) }
    return fromJson(form, await readJsonObject(readBody(request.raw, bodyRules), jsonRules), pictures)
  }
  const boundary = type.parameters.get('boundary') ?? ''
  if (!BOUNDARY.test(boundary)) {
    const message = 'The Content-Type header has no usable boundary. Let your HTTP library set this header for forms.'
    throw new AppError('invalid_multipart', message)
  }
  const entries = await readMultipart(deps, request.raw, { boundary, form })
  held.push(...entries.map(({ content }) => content).filter((content) => typeof content !== 'string'))
  return await fromForm(form, entries)
}

function bodyType({ headers }: FastifyRequest): ContentType {
  const type = parseContentType(headers['content-type'] ?? '')
  const isPlain = (headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity'
  const isKnown = type?.type === 'multipart/form-data' || type?.type === 'application/json'
  if (type === undefined || !isKnown || !isPlain || !isUtf8(type)) throw unsupportedMediaType()
  return type
}

function fromJson(form: GenerationForm, body: JsonObject, pictures: HeldPictures): Parsed {
  const given = Object.entries(body)
    .map(([name, value]) => [name, inOurTerms(form, name, value)] as const)
    .filter(([, value]) => value !== null && value !== undefined)
  for (const [name, value] of given) refuseBlank(form, name, value)
  // The check, which sees the original fields, refuses anything that is not a picture.
  const texts = given.flatMap(([name, value]) => {
    const field = fieldOf(form, name)
    return field?.means === 'image' ? (imagesIn(field, value) ?? []) : []
  })
  const fields = { ...form.defaults, ...Object.fromEntries(given) }
  return { fields, images: texts.map(({ text, ...role }) => ({ content: pictures.find(text) ?? text, ...role })) }
}

/** JSON contains only what was meant: an empty text is a variable that somebody forgot to fill. */
function refuseBlank(form: GenerationForm, name: string, value: unknown): void {
  const means = fieldOf(form, name)?.means ?? ''
  if (typeof value !== 'string' || value.trim() !== '' || !isOptionalText(means)) return
  throw new AppError('invalid_parameter', `${name} is empty. Give it a value, or leave it out.`, { param: name })
}

async function fromForm(form: GenerationForm, entries: readonly FormEntry[]): Promise<Parsed> {
  const fields = new Map<string, unknown>()
  const images: Parsed['images'] = []
  for (const { name, content } of entries) {
    const role = roleIn(form, name)
    if (isImageField(form, name)) images.push({ content, ...(role === undefined ? {} : { role }) })
    else if (fields.has(name)) throw givenTwice(name)
    else fields.set(name, typeof content === 'string' ? await fromText(form, name, content) : content)
  }
  const given = [...fields].filter(([, value]) => value !== null && value !== undefined)
  // A form sends all of its inputs; a blank one was left open. JSON contains only what was meant.
  const isBlank = ({ content }: Parsed['images'][number]): boolean =>
    typeof content === 'string' && content.trim() === ''
  const filled = images.filter((image) => image.role === undefined || !isBlank(image))
  const isOpen = filled.length === 1 && filled.every(isBlank)
  return { fields: { ...form.defaults, ...Object.fromEntries(given) }, images: isOpen ? [] : filled }
}

async function fromText(form: GenerationForm, name: string, text: string): Promise<unknown> {
  const value = valueFromText(formOf(fieldOf(form, name)), text)
  // An object follows the rules of a JSON body: no name twice, and not without end.
  if (isObject(value)) await readJsonObject(Readable.from([Buffer.from(text)]), { field: name })
  return inOurTerms(form, name, value)
}

/** Values that an API writes in a different form than we do. */
function inOurTerms(form: GenerationForm, name: string, value: unknown): unknown {
  const field = fieldOf(form, name)
  return field !== undefined && 'ours' in field && field.ours !== undefined ? field.ours(value) : value
}

async function readReferences(
  deps: FormDeps,
  form: GenerationForm,
  images: Parsed['images'],
  held: ReadReference[],
): Promise<NewReference[]> {
  if (images.length > deps.limits.maxImages) {
    const message = `${images.length} images were given; at most ${deps.limits.maxImages} are allowed.`
    throw new AppError('too_many_images', message, { param: nameFor(form, 'image') })
  }
  const references: NewReference[] = []
  for (const { content, ...role } of images) {
    const reference: NewReference =
      typeof content === 'string'
        ? await inWordsOf(form, () => referenceFromText(deps, content, role.role), role.role)
        : { from: 'bytes', ...content }
    references.push({ ...reference, ...role })
    if (reference.from === 'bytes' && typeof content === 'string') held.push(reference)
  }
  return references
}

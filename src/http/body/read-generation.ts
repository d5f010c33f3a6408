import type { FastifyRequest } from 'fastify'
import type { NewReference } from '../../actions/create-task.ts'
import type { ReadReference } from '../../actions/read-references.ts'
import { AppError } from '../../core/errors.ts'
import type { GenerationRequest } from '../../core/generation-request.ts'
import type { TaskKind } from '../../core/model.ts'
import { unsupportedMediaType } from '../answer/error-reply.ts'
import { IMAGE_FIELDS } from '../api/generation-schemas.ts'
import { checkFields, type Fields } from './check-fields.ts'
import { readJsonBody, type JsonObject } from './json-body.ts'
import { isUtf8, parseContentType, type ContentType } from './media-type.ts'
import { readMultipart, type FormDeps, type FormEntry } from './multipart.ts'
import { discardRest } from './read-body.ts'
import { referenceFromText } from './reference-text.ts'

export type Generation = { request: GenerationRequest; references: NewReference[] }

/** Both body forms come down to this: the fields as the schema describes them, and the references in order. */
type Parsed = { fields: Fields; images: (string | ReadReference)[] }

// RFC 2046: what a boundary may consist of.
const BOUNDARY = /^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/

/**
 * Reads a generation request in either body form and checks every rule that does not depend on the model.
 * The references are then the caller's to keep or discard; on an error nothing stays behind.
 */
export async function readGeneration(deps: FormDeps, request: FastifyRequest, kind: TaskKind): Promise<Generation> {
  const held: ReadReference[] = []
  try {
    const { fields, images } = await parseBody(deps, request, held)
    const checked = checkFields(kind, fields)
    return { request: checked, references: await readReferences(deps, images, held) }
  } catch (error) {
    await Promise.all(held.map(({ spooled }) => spooled.discard()))
    discardRest(request.raw, deps.limits.maxBodyBytes)
    throw error
  }
}

async function parseBody(deps: FormDeps, request: FastifyRequest, held: ReadReference[]): Promise<Parsed> {
  const { maxBodyBytes } = deps.limits
  const type = bodyType(request)
  if (type.type === 'application/json') return fromJson(await readJsonBody(request.raw, maxBodyBytes))
  const boundary = type.parameters.get('boundary') ?? ''
  if (!BOUNDARY.test(boundary)) {
    const message = 'The Content-Type names no usable boundary. Let your HTTP library set this header for forms.'
    throw new AppError('invalid_multipart', message)
  }
  const entries = await readMultipart(deps, request.raw, { boundary, isImageField })
  held.push(...entries.map(({ content }) => content).filter((content) => typeof content !== 'string'))
  return fromForm(entries)
}

function bodyType({ headers }: FastifyRequest): ContentType {
  const type = parseContentType(headers['content-type'] ?? '')
  const isPlain = (headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity'
  const isKnown = type?.type === 'multipart/form-data' || type?.type === 'application/json'
  if (type === undefined || !isKnown || !isPlain || !isUtf8(type)) throw unsupportedMediaType()
  return type
}

function fromJson(body: JsonObject): Parsed {
  const given = Object.entries(body).filter(([, value]) => value !== null)
  const images = given.filter(([name]) => isImageField(name)).flatMap(([, value]) => value)
  // What is not text is refused by the schema, which sees the fields as they came.
  return { fields: Object.fromEntries(given), images: images.filter((value) => typeof value === 'string') }
}

function fromForm(entries: readonly FormEntry[]): Parsed {
  const fields = new Map<string, unknown>()
  const images: Parsed['images'] = []
  for (const { name, content } of entries) {
    if (isImageField(name)) images.push(content)
    else if (fields.has(name)) throw givenTwice(name)
    else fields.set(name, name === 'seed' ? seedFromText(content) : content)
  }
  return { fields: Object.fromEntries([...fields].filter(([, value]) => value !== null)), images }
}

/** A form knows only text; blank means that it was left open. */
function seedFromText(text: FormEntry['content']): unknown {
  if (typeof text !== 'string') return text
  const trimmed = text.trim()
  if (trimmed === '') return null
  return /^\d{1,10}$/.test(trimmed) ? Number(trimmed) : text
}

async function readReferences(
  deps: FormDeps,
  images: Parsed['images'],
  held: ReadReference[],
): Promise<NewReference[]> {
  const [only] = images
  if (images.length === 1 && typeof only === 'string' && only.trim() === '') return []
  if (images.length > deps.limits.maxImages) {
    const message = `${images.length} images were given; at most ${deps.limits.maxImages} are allowed.`
    throw new AppError('too_many_images', message, { param: 'image' })
  }
  const references: NewReference[] = []
  for (const image of images) {
    const reference: NewReference =
      typeof image === 'string' ? await referenceFromText(deps, image) : { from: 'bytes', ...image }
    references.push(reference)
    if (reference.from === 'bytes') held.push(reference)
  }
  return references
}

function isImageField(name: string): boolean {
  return IMAGE_FIELDS.some((field) => field === name)
}

function givenTwice(name: string): AppError {
  const param = name.slice(0, 80)
  return new AppError('invalid_parameter', `${param} was given twice. Send it once.`, { param })
}

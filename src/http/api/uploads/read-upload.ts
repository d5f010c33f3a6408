import type { FastifyRequest } from 'fastify'
import {
  fetchReference,
  type ReadReference,
  type ReferenceDeps,
  spoolReference,
} from '../../../actions/tasks/read-references.ts'
import { AppError } from '../../../core/errors.ts'
import { bodyMemory } from '../../body/body-memory.ts'
import { notAParameter } from '../../body/check-fields.ts'
import { inWordsOf, type GenerationForm } from '../../body/generation-form.ts'
import { parseContentType } from '../../body/media-type.ts'
import { readBody } from '../../body/read-body.ts'
import { parseBody } from '../../body/read-generation.ts'
import { referenceFromText } from '../../body/reference-text.ts'

const formWith = (name: string): GenerationForm => ({
  kind: 'image',
  fields: { [name]: { means: 'image', description: 'The picture or clip.' } },
})
const FORM = formWith('file')
const JSON_FORM = formWith('url')

/** Reads the single file of a request: as the body itself, in a form, or from its URL. */
export async function readUpload(deps: ReferenceDeps, request: FastifyRequest): Promise<ReadReference> {
  const taking = { ...deps, takesClips: true }
  const type = typeOf(request)
  const form = type === 'application/json' ? JSON_FORM : FORM
  if (/^(?:image|video)\/|^application\/octet-stream$/.test(type))
    return inWordsOf(form, () => readRaw(taking, request))
  const held: ReadReference[] = []
  try {
    const { fields, images } = await bodyMemory(request, () => parseBody(taking, request, form, held))
    const [unknown] = Object.keys(fields).filter((name) => !Object.hasOwn(form.fields, name))
    if (unknown !== undefined) throw notAParameter(unknown, Object.keys(form.fields))
    const [image, ...more] = images
    const [name = ''] = Object.keys(form.fields)
    if (image === undefined)
      throw new AppError('missing_parameter', `${name} is required: send the picture or clip.`, { param: name })
    if (more.length > 0) throw new AppError('too_many_images', 'Send one file per upload.', { param: name })
    const { content } = image
    return typeof content === 'string' ? await inWordsOf(form, () => fromAddress(taking, content)) : content
  } catch (error) {
    await Promise.all(held.map(({ spooled }) => spooled.discard()))
    throw error
  }
}

/** Reads a body that is the file itself. */
export function readRaw(deps: ReferenceDeps, request: FastifyRequest, most = Infinity): Promise<ReadReference> {
  const { maxImageBytes, maxVideoBytes = maxImageBytes } = deps.limits
  const maxBytes = Math.min(most, Math.max(maxImageBytes, maxVideoBytes))
  const source = (): AsyncIterable<Uint8Array> => readBody(request.raw, { maxBytes, brokenOff: 'invalid_multipart' })
  return bodyMemory(request, () => spoolReference({ ...deps, takesClips: true }, source()))
}

/** The media type of a body, in lowercase; undefined if the body is compressed. */
export function typeOf({ headers }: FastifyRequest): string {
  const isPlain = (headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity'
  return isPlain ? (parseContentType(headers['content-type'] ?? '')?.type ?? '') : ''
}

async function fromAddress(deps: ReferenceDeps, text: string): Promise<ReadReference> {
  const reference = await referenceFromText(deps, text)
  if (reference.from === 'bytes') return reference
  if (reference.from === 'url') return fetchReference(deps, reference)
  throw new AppError('invalid_parameter', 'This is already an upload. Use its id directly.', { param: 'image' })
}

import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { ReadReference } from '../../actions/tasks/read-references.ts'
import { AppError } from '../../core/errors.ts'
import { byteBudget } from '../../core/files/byte-budget.ts'
import { type GenerationForm, inWordsOf, isImageField, roleIn } from './generation-form.ts'
import type { LongTexts } from './json/scan-json.ts'
import { tooManyImages } from './multipart.ts'
import { type FormDeps, takeReferenceText } from './reference-text.ts'

const MIB = 2 ** 20
// The memory of one body while it is read: 256 KiB of parameters, as bytes and as text, and the part of a picture that
// the connection, the decoder and the disk hold. Pictures themselves are on disk.
const MOST_OF_A_BODY = MIB
// 128 large bodies at a time, 32 of one key. The others wait in their connections, where they cost nothing.
const BODIES = byteBudget({ total: 128 * MIB, each: 32 * MIB })

/**
 * Reads a body once there is memory for it. A client that sends many at once waits for itself and does not delay the
 * others.
 */
export async function bodyMemory<T>(request: FastifyRequest, read: () => Promise<T>): Promise<T> {
  const { raw, caller } = request as Partial<Pick<FastifyRequest, 'caller'>> & Pick<FastifyRequest, 'raw'>
  const bytes = Math.min(Number(raw.headers['content-length'] ?? MOST_OF_A_BODY), MOST_OF_A_BODY)
  // Nearly always there is room, and no listener for a disconnect is needed.
  const freeNow = BODIES.takeNow(caller?.id ?? '', bytes)
  if (freeNow !== undefined) return await read().finally(freeNow)
  const gone = new AbortController()
  const hangUp = (): void => gone.abort(new AppError('invalid_parameter', 'The connection was lost.'))
  raw.once('close', hangUp)
  const taken = BODIES.take(caller?.id ?? '', bytes, gone.signal)
  // A request also closes when its body has been read; an error for each of them would be a twentieth of its cost.
  const free = await taken.finally(() => raw.off('close', hangUp))
  return await read().finally(free)
}

/** The pictures of a JSON body, received as it arrives; a short text stands for each in the document. */
export type HeldPictures = LongTexts & {
  /** The picture that this text stands for. */
  find(text: string): ReadReference | undefined
}

/** Every received picture is added to `held`, even if the body turns out to be invalid later. */
export function heldPictures(deps: FormDeps, form: GenerationForm, held: ReadReference[]): HeldPictures {
  const pictures = new Map<string, ReadReference>()
  // No caller can know it, so none can write a text that stands for somebody else's picture.
  const unguessable = randomUUID()
  return {
    mayBeLong: (name) => isImageField(form, name),
    async take(pieces, topName) {
      const text = form.pictureText?.(pieces) ?? pieces
      const role = roleIn(form, topName)
      const taken = await inWordsOf(form, () => takeReferenceText(deps, text, role), role)
      if (typeof taken === 'string') return taken
      held.push(taken)
      if (held.length > deps.limits.maxImages) throw tooManyImages(form, deps.limits.maxImages)
      const standIn = `data:;held=${unguessable},${pictures.size}`
      pictures.set(standIn, taken)
      return standIn
    },
    find: (text) => pictures.get(text),
  }
}

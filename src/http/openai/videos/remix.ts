import type { Catalog } from '../../../ports/engine.ts'
import type { FastifyRequest } from 'fastify'
import { addressFile, readOutputs } from '../../../actions/reading/read-task.ts'
import type { NewReference } from '../../../actions/tasks/create-task.ts'
import { AppError } from '../../../core/errors.ts'
import {
  checkGeneration,
  LONGEST_PROMPT_CHARACTERS,
  type GenerationRequest,
  requestOf,
} from '../../../core/tasks/generation-request.ts'
import type { Task } from '../../../core/tasks/task.ts'
import { unsupportedMediaType } from '../../answer/error-reply.ts'
import { readJsonObject } from '../../body/json/json-body.ts'
import { isUtf8, parseContentType } from '../../body/media-type.ts'
import { readBody } from '../../body/read-body.ts'
import type { ReadingParts } from '../../server-parts.ts'

// A prompt of the maximum length, with each character written as two escapes.
const MAX_BYTES = 12 * LONGEST_PROMPT_CHARACTERS + 1024

/** The only field of a remix. */
export async function readRemixPrompt(request: FastifyRequest): Promise<string> {
  const type = parseContentType(request.headers['content-type'] ?? '')
  if (type?.type !== 'application/json' || !isUtf8(type)) throw unsupportedMediaType()
  const chunks = readBody(request.raw, { maxBytes: MAX_BYTES, brokenOff: 'invalid_json' })
  const body = await readJsonObject(chunks)
  const unknown = Object.keys(body).find((name) => name !== 'prompt')
  if (unknown !== undefined) {
    const param = unknown.slice(0, 80)
    throw new AppError('invalid_parameter', `'${param}' is not a parameter here. Known: prompt.`, { param })
  }
  const value = body['prompt'] ?? undefined
  if (value !== undefined && typeof value !== 'string') {
    throw new AppError('invalid_parameter', 'prompt must be text.', { param: 'prompt' })
  }
  const named = { name: 'model', value: 'as before' }
  return checkGeneration('video', { prompt: [{ name: 'prompt', value }], model: [named] }, LONGEST_PROMPT_CHARACTERS)
    .prompt
}

type Remix = { request: GenerationRequest; references: NewReference[]; warnings: string[]; remixOf: string }

/**
 * The same model and size with a new prompt, from the first clip if the model takes one. Otherwise, its cover is the
 * first frame: the nearest option for models that take pictures and no clips, and the receipt says so.
 */
export async function remixOf(
  parts: ReadingParts & { catalog: Catalog },
  source: Task,
  prompt: string,
): Promise<Remix> {
  if (source.status !== 'success') {
    const message = `The video ${source.id} has not completed, so there is nothing to remix yet.`
    throw new AppError('task_not_finished', message, { taskId: source.id })
  }
  const { references, how } = await takenOver(parts, source)
  return {
    request: { ...requestOf(source), prompt, webhookUrl: null },
    references,
    warnings: how === undefined ? [] : [`remix of ${source.id}: ${how}.`],
    remixOf: source.id,
  }
}

type TakenOver = { references: NewReference[]; how?: string }

/** What the model uses of a clip: the clip itself, its cover, or neither. */
async function takenOver(parts: ReadingParts & { catalog: Catalog }, { id, model: name }: Task): Promise<TakenOver> {
  const model = parts.catalog.find('video', name)
  if (model?.takes?.roles?.includes('video') === true)
    return { references: [{ from: 'task', taskId: id, role: 'video' }] }
  const [output] = await readOutputs(parts, id)
  const cover = (model?.maxReferences ?? 0) > 0 ? (output?.cover ?? null) : null
  if (cover === null) return { references: [], how: 'only its model and size were used' }
  const url = (await addressFile(parts, cover)).url
  return { references: [{ from: 'url', url }], how: 'its cover was used as the first frame' }
}

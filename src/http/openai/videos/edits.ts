import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { readVisibleTask } from '../../../actions/reading/read-task.ts'
import { inTurnOf } from '../../../actions/tasks/read-references.ts'
import { AppError } from '../../../core/errors.ts'
import { refusedWith } from '../../body/field-text.ts'
import type { GenerationForm } from '../../body/generation-form.ts'
import { readGeneration, type Generation } from '../../body/read-generation.ts'
import type { MakingParts } from '../../server-parts.ts'
import { VIDEO_FORM } from './video-form.ts'

// No caller can know it, so none can request it: it stands for the model of the clip.
const AS_THE_CLIP = `model of the clip ${randomUUID()}`

/** `POST /v1/videos/edits` and `/v1/videos/extensions`: the model decides what it does with the clip. */
export const CLIP_FORM: GenerationForm = {
  ...VIDEO_FORM,
  fields: {
    ...VIDEO_FORM.fields,
    model: { means: 'model', description: 'A model that accepts a video. Default: the model of the clip.' },
  },
  defaults: { model: AS_THE_CLIP },
}

/** Reads a request that starts from a clip. Unless it names a model, it uses the one that made the clip. */
export async function readClipEdit(
  parts: MakingParts,
  request: FastifyRequest,
): Promise<Generation & { remixOf?: string }> {
  const generation = await readGeneration(inTurnOf(parts, request.caller.id), request, CLIP_FORM)
  const { references } = generation
  const clip = references.find(({ role }) => role === 'video')
  if (clip === undefined) throw await refusedWith(references, missing('video', 'the source clip'))
  const isNamed = generation.request.model !== AS_THE_CLIP
  if (clip.from !== 'task') {
    if (isNamed) return generation
    throw await refusedWith(references, missing('model', 'a model that accepts a video'))
  }
  const source = await readVisibleTask(parts, request.caller, clip.taskId, 'video').catch(async (error: unknown) => {
    throw error instanceof AppError ? await refusedWith(references, error) : error
  })
  const model = isNamed ? generation.request.model : source.model
  return { ...generation, request: { ...generation.request, model }, remixOf: source.id }
}

function missing(param: string, what: string): AppError {
  return new AppError('missing_parameter', `${param} is required: send ${what}.`, { param })
}

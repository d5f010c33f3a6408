import { addressFile, readOutputs } from '../../../actions/reading/read-task.ts'
import type { NewReference } from '../../../actions/tasks/create-task.ts'
import { AppError } from '../../../core/errors.ts'
import type { GenerationRequest } from '../../../core/tasks/generation-request.ts'
import type { Task } from '../../../core/tasks/task.ts'
import type { ServerParts } from '../../server-parts.ts'

type Remix = { request: GenerationRequest; references: NewReference[]; warnings: string[]; remixOf: string }

/**
 * The same model and size with a fresh prompt, and the cover of the first clip as its first frame where the model takes
 * one. That is as near as models come which take pictures and no clips, and the receipt says so.
 */
export async function remixOf(parts: ServerParts, source: Task, prompt: string): Promise<Remix> {
  if (source.status !== 'success') {
    const message = `The video ${source.id} has not completed, so there is nothing to remix yet.`
    throw new AppError('task_not_finished', message, { taskId: source.id })
  }
  const takesPicture = (parts.catalog.find('video', source.model)?.maxReferences ?? 0) > 0
  const [output] = await readOutputs(parts, source.id)
  const cover = takesPicture ? (output?.cover ?? null) : null
  const { askedRatio: aspectRatio, askedSize: size, askedSeed: seed, settings, model } = source
  const how =
    cover === null ? 'nothing but its model and size was taken over' : 'its cover was taken as the first frame'
  return {
    request: { kind: 'video', prompt, model, aspectRatio, size, seed, settings, webhookUrl: null },
    references: cover === null ? [] : [{ from: 'url', url: (await addressFile(parts, cover)).url }],
    warnings: [`remix of ${source.id}: ${how}.`],
    remixOf: source.id,
  }
}

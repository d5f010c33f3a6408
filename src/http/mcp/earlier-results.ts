import { addressFile, maySee, readOutputs, readVisibleTask } from '../../actions/reading/read-task.ts'
import type { NewReference } from '../../actions/tasks/create-task.ts'
import { inTurnOf } from '../../actions/tasks/read-references.ts'
import { AppError } from '../../core/errors.ts'
import type { FileRecord } from '../../core/files/file-record.ts'
import type { PictureRole } from '../../core/tasks/roles.ts'
import { isTaskId } from '../../core/tasks/task-id.ts'
import type { ShownOutput } from '../../core/tasks/task-view.ts'
import { type Fields, imagesIn } from '../body/check-fields.ts'
import { inWordsOf, type GenerationForm } from '../body/generation-form.ts'
import { referenceFromText } from '../body/reference-text.ts'
import type { ToolCall } from './tool.ts'

const FILE_ID = /^[0-9A-Za-z]{22}$/

/** Reads pictures as assistants name them. If one fails, those read before are released. */
export async function readImages(call: ToolCall, given: Fields, form: GenerationForm): Promise<NewReference[]> {
  // Anything that is not a picture has been refused before.
  const texts = Object.entries(form.fields).flatMap(([name, field]) =>
    field.means === 'image' && given[name] !== undefined ? (imagesIn(field, given[name]) ?? []) : [],
  )
  const { maxImages } = call.parts.limits
  if (texts.length > maxImages) {
    const message = `${texts.length} images were given; at most ${maxImages} are allowed.`
    throw new AppError('too_many_images', message, { param: 'images' })
  }
  const references: NewReference[] = []
  try {
    for (const { text, ...role } of texts)
      references.push({ ...(await inWordsOf(form, () => readImage(call, text.trim(), role.role))), ...role })
    return references
  } catch (error) {
    for (const each of references) if (each.from === 'bytes') await each.spooled.discard()
    throw error
  }
}

async function readImage(call: ToolCall, text: string, role: PictureRole | undefined): Promise<NewReference> {
  const { parts, caller } = call
  if (role === 'video') return referenceFromText(parts, text, role)
  if (!isTaskId(text) && !FILE_ID.test(text)) return referenceFromText(inTurnOf(parts, caller.id), text)
  const file = isTaskId(text) ? await resultOf(call, text) : await ownFile(call, text)
  return { from: 'url', url: (await addressFile(parts, file)).url }
}

/** The picture of an earlier task; for a clip, its cover. */
async function resultOf({ parts, caller }: ToolCall, taskId: string): Promise<FileRecord> {
  const task = await readVisibleTask(parts, caller, taskId)
  if (task.status !== 'success') {
    const isOver = task.status === 'failed'
    const message = isOver
      ? `Task ${taskId} failed, so it has no picture to use.`
      : `Task ${taskId} has no picture yet. Wait for it with get_task first.`
    throw new AppError(isOver ? 'file_not_found' : 'task_not_finished', message, { param: 'image', taskId })
  }
  const [output] = await readOutputs(parts, taskId)
  return pictureOf(output, taskId)
}

/** Unknown ids, those of others, and pictures that were only uploaded look the same. */
async function ownFile({ parts, caller }: ToolCall, id: string): Promise<FileRecord> {
  const file = await parts.store.files.find(id)
  const task = file === undefined ? undefined : await parts.store.tasks.find(file.taskId)
  if (file === undefined || task === undefined || !maySee(caller, task) || file.role === 'reference')
    throw new AppError('file_not_found', 'Your API key has no result with this file_id.', { param: 'image' })
  if (file.role === 'cover') return file
  const outputs = await readOutputs(parts, file.taskId)
  return pictureOf(
    outputs.find((output) => output.file.id === id),
    file.taskId,
  )
}

/** Models take pictures, so a clip is represented by its cover. */
function pictureOf(output: ShownOutput<FileRecord> | undefined, taskId: string): FileRecord {
  const picture = output?.file.mediaType.startsWith('image/') === true ? output.file : output?.cover
  if (picture !== undefined && picture !== null) return picture
  throw new AppError('file_not_found', `Task ${taskId} has no picture to use.`, { param: 'image', taskId })
}

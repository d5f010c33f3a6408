import { AppError } from '../core/errors.ts'
import type { FileRecord } from '../core/file-record.ts'
import type { Stage } from '../core/moderation.ts'
import type { ShownOutput } from '../core/task-view.ts'
import type { Task } from '../core/task.ts'
import type { Files } from '../ports/files.ts'
import type { ContactSheetOf, ConvertPicture, PictureForm } from '../ports/images.ts'
import type { JudgedFile, Moderator, Question } from '../ports/moderation.ts'
import type { Log } from '../ports/runtime.ts'
import { pictureOf } from './picture-of.ts'

/** Who judges, and what previews are made with. */
export type Moderation = { moderator: Moderator; convertPicture: ConvertPicture; contactSheetOf: ContactSheetOf }

export type ModerationDeps = {
  files: Files
  log: Log
  /** Absent where nobody is asked. */
  moderation?: Moderation | undefined
}

// Models that judge pictures scale them down to less; ten references of this size are a body of four megabytes.
const PREVIEW: PictureForm = { format: 'jpeg', quality: 85, within: { maxSide: 1024, maxBytes: 300_000 } }

/** Tells whether anybody is asked at this stage. */
export function isModerated({ moderation }: Pick<ModerationDeps, 'moderation'>, stage: Stage): boolean {
  return moderation?.moderator.stages.has(stage) === true
}

export type Judged = { task: Task; stage: Stage; shown: readonly ShownOutput<FileRecord>[] }

/** What the judge is asked. Previews are made one by one: each is held whole while it is made small. */
export async function questionOf(
  deps: ModerationDeps,
  moderation: Moderation,
  { task, stage, shown }: Judged,
): Promise<Question> {
  const files: JudgedFile[] = []
  for (const each of shown) {
    const { mediaType, bytes, sha256, width, height, durationMs } = each.file
    const preview = await previewOf({ ...deps, ...moderation }, each)
    files.push({ mediaType, bytes, sha256, width, height, durationMs, preview })
  }
  const { id: taskId, keyId, kind, model, prompt } = task
  return { stage, taskId, keyId, kind, model, prompt, files }
}

/** Null where none can be made: the judge is told so, and decides. */
async function previewOf(deps: ModerationDeps & Moderation, shown: ShownOutput<FileRecord>): Promise<string | null> {
  try {
    const picture = await pictureOf(deps, shown)
    if (picture === undefined) return null
    const bytes = await deps.convertPicture(picture, PREVIEW, shown.file.keyId)
    return `data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}`
  } catch (error) {
    // Storage comes back; a picture that cannot be read now never will.
    if (error instanceof AppError && error.code === 'storage_unavailable') throw error
    deps.log.warn('no preview could be made for the moderation hook', { taskId: shown.file.taskId, error })
    return null
  }
}

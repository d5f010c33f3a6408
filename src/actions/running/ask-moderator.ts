import { AppError } from '../../core/errors.ts'
import type { FileRecord } from '../../core/files/file-record.ts'
import type { Stage } from '../../core/moderation.ts'
import type { ShownOutput } from '../../core/tasks/task-view.ts'
import type { Task } from '../../core/tasks/task.ts'
import type { Files } from '../../ports/files.ts'
import type { ContactSheetOf, ConvertPicture, PictureForm } from '../../ports/images.ts'
import type { JudgedFile, Moderator, Question } from '../../ports/moderation.ts'
import type { Log } from '../../ports/runtime.ts'

export type PictureDeps = { files: Files; contactSheetOf: ContactSheetOf }

/** A whole picture, and what it shows. */
export type JudgedPicture = { bytes: Uint8Array; width: number; height: number; what: string }

// No model makes a larger picture; a larger result is not checked.
const MOST_BYTES = 64 * 2 ** 20

/**
 * The appearance of a file: the picture itself, some frames of a clip, or its cover; undefined if there is none of
 * these.
 */
export async function pictureOf(
  deps: PictureDeps,
  { file, cover }: ShownOutput<FileRecord>,
): Promise<JudgedPicture | undefined> {
  if (file.mediaType.startsWith('image/')) return wholeOf(deps, file, 'The picture is a smaller copy of it.')
  const sheet = await sheetOf(deps, file)
  if (sheet !== undefined) return sheet
  return cover === null ? undefined : wholeOf(deps, cover, 'The picture is its cover.')
}

async function wholeOf({ files }: PictureDeps, file: FileRecord, what: string): Promise<JudgedPicture | undefined> {
  const { id, bytes, width, height } = file
  const stream = bytes > MOST_BYTES || width === null || height === null ? undefined : await files.open(id)
  if (stream === undefined || width === null || height === null) return undefined
  return { bytes: Buffer.concat(await stream.toArray()), width, height, what }
}

/** Some frames of a clip, side by side: they show what happens in it. */
async function sheetOf(deps: PictureDeps, { id, bytes, durationMs }: FileRecord): Promise<JudgedPicture | undefined> {
  const stream = bytes > MOST_BYTES || durationMs === null ? undefined : await deps.files.open(id)
  if (stream === undefined || durationMs === null) return undefined
  const spooled = await deps.files.spool(stream, { maxBytes: MOST_BYTES, tooLarge: 'payload_too_large' })
  try {
    const sheet = await deps.contactSheetOf(spooled.path, durationMs)
    if (sheet === undefined) return undefined
    return { ...sheet, what: `The picture shows ${sheet.frames} of its frames, starting at the top left.` }
  } finally {
    await spooled.discard()
  }
}

/** Who judges, and what makes the previews. */
export type Moderation = { moderator: Moderator; convertPicture: ConvertPicture; contactSheetOf: ContactSheetOf }

export type ModerationDeps = {
  files: Files
  log: Log
  /** Absent if there is no moderation. */
  moderation?: Moderation | undefined
}

// Models that judge pictures scale them down further; ten references of this size make a body of four megabytes.
const PREVIEW: PictureForm = { format: 'jpeg', quality: 85, within: { maxSide: 1024, maxBytes: 300_000 } }

/** Whether there is moderation at this stage. */
export function isModerated({ moderation }: Pick<ModerationDeps, 'moderation'>, stage: Stage): boolean {
  return moderation?.moderator.stages.has(stage) === true
}

export type Judged = { task: Task; stage: Stage; shown: readonly ShownOutput<FileRecord>[] }

/** The question for the moderator. Previews are made one by one, because each picture is held in memory meanwhile. */
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

/** Null if none can be made: the moderator is told so, and decides. */
async function previewOf(deps: ModerationDeps & Moderation, shown: ShownOutput<FileRecord>): Promise<string | null> {
  try {
    const picture = await pictureOf(deps, shown)
    if (picture === undefined) return null
    const bytes = await deps.convertPicture(picture, PREVIEW, shown.file.keyId)
    return `data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}`
  } catch (error) {
    // Storage comes back; a picture that cannot be decoded now never will be.
    if (error instanceof AppError && error.code === 'storage_unavailable') throw error
    deps.log.warn('no preview could be made for the moderation hook', { taskId: shown.file.taskId, error })
    return null
  }
}

import { sniffMediaType } from '../../core/files/media-type.ts'
import { isFinal, type Task } from '../../core/tasks/task.ts'
import type { Engine } from '../../ports/engine.ts'
import type { Files } from '../../ports/files.ts'
import type { Bell, Log } from '../../ports/runtime.ts'

/** How far a picture has come: kept beside the results, where every process that answers finds it. */
export type TaskPreview = { bytes: Buffer; mediaType: 'image/jpeg' | 'image/png' }

type KeepDeps = {
  files: Files
  bell: Bell
  log: Log
  /** Present where somebody judges or marks what is made: nobody sees it before that is done. */
  moderation?: unknown
  watermark?: unknown
}

const LIMIT = { maxBytes: 4 * 2 ** 20, tooLarge: 'payload_too_large' } as const

/** Keeps the previews of a task, each in place of the one before; undefined where there may be none. */
export function previewKeeper(
  deps: KeepDeps,
  { id }: Pick<Task, 'id'>,
  { givesPreviews }: Pick<Engine, 'givesPreviews'>,
): ((picture: Uint8Array) => void) | undefined {
  if (givesPreviews !== true || deps.moderation !== undefined || deps.watermark !== undefined) return undefined
  let isKeeping = false
  const keep = async (picture: Uint8Array): Promise<void> => {
    const spooled = await deps.files.spool(only(picture), LIMIT)
    try {
      await deps.files.keep(previewId(id), spooled)
    } finally {
      await spooled.discard()
    }
    deps.bell.ring(`task:${id}`)
  }
  return (picture) => {
    // One that comes while another is written is not missed: the next shows more.
    if (isKeeping || mediaTypeOf(picture) === undefined) return
    isKeeping = true
    keep(picture)
      .catch((error: unknown) => deps.log.debug('a preview was not saved', { taskId: id, error }))
      .finally(() => (isKeeping = false))
  }
}

/** Removes what was shown of a task that has ended. What fails here is removed with other files that nobody knows. */
export async function removePreview(deps: { files: Files; log: Log }, { id }: Pick<Task, 'id'>): Promise<void> {
  try {
    await deps.files.remove(previewId(id))
  } catch (error) {
    deps.log.debug('a preview was not removed', { taskId: id, error })
  }
}

/** The latest preview of a task that is still being made. */
export async function readPreview(
  { files }: { files: Files },
  { id, status }: Pick<Task, 'id' | 'status'>,
): Promise<TaskPreview | undefined> {
  const stream = isFinal(status) ? undefined : await files.open(previewId(id))
  if (stream === undefined) return undefined
  const bytes = Buffer.concat((await stream.toArray()) as Uint8Array[])
  const mediaType = mediaTypeOf(bytes)
  return mediaType === undefined ? undefined : { bytes, mediaType }
}

/** No record knows this id, so that what a crash leaves is swept like any other file without one. */
function previewId(taskId: string): string {
  return `preview${taskId}`
}

function mediaTypeOf(picture: Uint8Array): TaskPreview['mediaType'] | undefined {
  const found = sniffMediaType(picture)?.mediaType
  return found === 'image/jpeg' || found === 'image/png' ? found : undefined
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

import { sniffMediaType } from '../../core/files/media-type.ts'
import { isFinal, type Task } from '../../core/tasks/task.ts'
import type { Engine } from '../../ports/engine.ts'
import type { Files } from '../../ports/files.ts'
import type { Bell, Log } from '../../ports/runtime.ts'

/** Previews of a running task: stored next to the results, where every process that answers requests finds them. */
export type TaskPreview = { bytes: Buffer; mediaType: 'image/jpeg' | 'image/png' }

type KeepDeps = {
  files: Files
  bell: Bell
  log: Log
  /** Present if results are moderated or marked: nobody may see a result before that. */
  moderation?: unknown
  watermark?: unknown
}

const LIMIT = { maxBytes: 4 * 2 ** 20, tooLarge: 'payload_too_large' } as const

/** Keeps the previews of a task, each replacing the previous one; undefined if there may be none. */
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
    // A preview that arrives while another is written is skipped: the next one shows more.
    if (isKeeping || mediaTypeOf(picture) === undefined) return
    isKeeping = true
    keep(picture)
      .catch((error: unknown) => deps.log.debug('a preview was not saved', { taskId: id, error }))
      .finally(() => (isKeeping = false))
  }
}

/** Removes the preview of a task that has ended. If this fails, it is removed with the other orphans. */
export async function removePreview(deps: { files: Files; log: Log }, { id }: Pick<Task, 'id'>): Promise<void> {
  try {
    await deps.files.remove(previewId(id))
  } catch (error) {
    deps.log.debug('a preview was not removed', { taskId: id, error })
  }
}

/** The latest preview of a running task. */
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

/** No record has this id, so that after a crash it is removed like any other orphan. */
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

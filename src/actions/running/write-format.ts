import type { FileRecord } from '../../core/files/file-record.ts'
import type { Task } from '../../core/tasks/task.ts'
import type { Spooled } from '../../ports/files.ts'
import type { Credentials } from '../../ports/marking.ts'
import type { ConvertPicture } from '../../ports/images.ts'
import type { ReferenceDeps } from '../tasks/read-references.ts'

export type FormatDeps = Pick<ReferenceDeps, 'files' | 'log'> & {
  maxOutputBytes: number
  /** Writes a picture in the format that its caller asked for; absent where nothing is written anew. */
  convertPicture?: ConvertPicture
  /** All that is in a file which was put aside; absent where nothing is written anew. */
  bytesAt?: (path: string) => Promise<Uint8Array>
  /** Looks for Content Credentials, which no other format would have; absent where nobody looks. */
  credentials?: Pick<Credentials, 'isSigned'> | undefined
}

type Made = { task: Task; spooled: Spooled; facts: Pick<FileRecord, 'mediaType' | 'width' | 'height'> }

// More is not worth holding whole in two processes: such a picture stays as it is, and its receipt says so.
const MOST_BYTES = 64 * 2 ** 20

/**
 * The picture in the format that its caller asked for; undefined where it is in that format already, where nothing was asked
 * for, where it has credentials, which it would lose, and where it cannot be written anew: it was paid for, and is kept.
 */
export async function inAskedFormat(deps: FormatDeps, { task, spooled, facts }: Made): Promise<Spooled | undefined> {
  const format = task.settings?.output_format
  const { width, height, mediaType } = facts
  if (format === undefined || mediaType === `image/${format}` || deps.convertPicture === undefined) return undefined
  if (deps.bytesAt === undefined) return undefined
  if (width === null || height === null || spooled.bytes > MOST_BYTES) return undefined
  if ((await deps.credentials?.isSigned(spooled.path)) === true) return undefined
  try {
    const bytes = spooled.whole ?? (await deps.bytesAt(spooled.path))
    const written = await deps.convertPicture({ bytes, width, height }, { format, quality: null }, task.keyId)
    return await deps.files.spool(inMemory(written), { maxBytes: deps.maxOutputBytes, tooLarge: 'provider_error' })
  } catch (error) {
    deps.log.warn('a picture could not be converted to the requested format', { taskId: task.id, error })
    return undefined
  }
}

async function* inMemory(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

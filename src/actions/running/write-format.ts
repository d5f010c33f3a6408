import type { FileRecord } from '../../core/files/file-record.ts'
import type { Task } from '../../core/tasks/task.ts'
import type { Spooled } from '../../ports/files.ts'
import type { Credentials } from '../../ports/marking.ts'
import type { ConvertPicture } from '../../ports/images.ts'
import type { ReferenceDeps } from '../tasks/read-references.ts'

export type FormatDeps = Pick<ReferenceDeps, 'files' | 'log'> & {
  maxOutputBytes: number
  /** Converts a picture to the format that its caller requested; absent if nothing is converted. */
  convertPicture?: ConvertPicture
  /** Reads a spooled file completely; absent if nothing is converted. */
  bytesAt?: (path: string) => Promise<Uint8Array>
  /** Looks for Content Credentials, which a conversion would lose; absent if nobody looks. */
  credentials?: Pick<Credentials, 'isSigned'> | undefined
}

type Made = { task: Task; spooled: Spooled; facts: Pick<FileRecord, 'mediaType' | 'width' | 'height'> }

// Larger pictures are not worth holding in the memory of two processes: they stay unchanged, and the receipt says so.
const MOST_BYTES = 64 * 2 ** 20

/**
 * The picture in the requested format. Undefined if it already has that format, if none was requested, if it has
 * credentials, which it would lose, and if it cannot be converted: it was paid for, and is kept.
 */
export async function inAskedFormat(deps: FormatDeps, { task, spooled, facts }: Made): Promise<Spooled | undefined> {
  const format = task.settings?.output_format
  const { width, height, mediaType } = facts
  if (format === undefined || mediaType === `image/${format}` || deps.convertPicture === undefined) return undefined
  if (deps.bytesAt === undefined) return undefined
  if (width === null || height === null || spooled.bytes > MOST_BYTES) return undefined
  if ((await deps.credentials?.isSigned(spooled.path, spooled.whole)) === true) return undefined
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

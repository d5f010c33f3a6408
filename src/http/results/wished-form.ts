import type { FileRecord } from '../../core/files/file-record.ts'
import type { PictureForm } from '../../ports/images.ts'
import type { ResultParts } from '../server-parts.ts'
import type { Bytes } from './stream-json.ts'

/** The requested form: `png`, `jpeg` or `webp`, and its quality; anything else leaves the picture unchanged. */
export type FormWish = { format: string | null; compression: number | null }

type Stored = { file: FileRecord; bytes: Bytes }
type Shown = { format: string; bytes: Bytes; isCopy: boolean }

// Larger pictures are not worth holding in the memory of two processes: they stay unchanged.
const MOST_BYTES = 64 * 2 ** 20

/** The picture in the requested form. One that cannot be converted is returned unchanged: it was paid for. */
export async function inWishedForm(
  parts: Pick<ResultParts, 'convertPicture' | 'log'>,
  { file, bytes }: Stored,
  wish: FormWish,
): Promise<Shown> {
  const made = { format: formatOf(file), bytes, isCopy: false }
  const form = wishedForm(file, wish)
  const { width, height } = file
  if (form === undefined || width === null || height === null || file.bytes > MOST_BYTES) return made
  try {
    const whole = Buffer.concat(await Array.fromAsync(await bytes.open()))
    const written = await parts.convertPicture({ width, height, bytes: whole }, form, file.keyId)
    return { format: form.format, bytes: { length: written.length, open: async () => once(written) }, isCopy: true }
  } catch (error) {
    parts.log.warn('a picture could not be converted to the requested format', { taskId: file.taskId, error })
    return made
  }
}

/** Undefined if the picture already has that form; its own bytes are better than any copy. */
function wishedForm(file: FileRecord, { format, compression }: FormWish): PictureForm | undefined {
  if (format !== 'png' && format !== 'jpeg' && format !== 'webp') return undefined
  const isLossy = format !== 'png'
  if (formatOf(file) === format && !(isLossy && compression !== null)) return undefined
  return { format, quality: isLossy ? compression : null }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** These clients' name for a picture format. */
export function formatOf({ mediaType }: Pick<FileRecord, 'mediaType'>): string {
  return mediaType.replace(/^image\//, '')
}

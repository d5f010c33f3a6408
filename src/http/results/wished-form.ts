import type { FileRecord } from '../../core/files/file-record.ts'
import type { PictureForm } from '../../ports/images.ts'
import type { ResultParts } from '../server-parts.ts'
import type { Bytes } from './stream-json.ts'

/** The form that an answer is to have: `png`, `jpeg` or `webp`, and how good; anything else leaves it as it is. */
export type FormWish = { format: string | null; compression: number | null }

type Stored = { file: FileRecord; bytes: Bytes }
type Shown = { format: string; bytes: Bytes; isCopy: boolean }

// More is not worth holding whole in two processes: such a picture stays as it is.
const MOST_BYTES = 64 * 2 ** 20

/** The picture in the form that was asked for. One that cannot be written anew is given as it is: it was paid for. */
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

/** Undefined where the picture is in that form already; its own bytes are better than any copy of them. */
function wishedForm(file: FileRecord, { format, compression }: FormWish): PictureForm | undefined {
  if (format !== 'png' && format !== 'jpeg' && format !== 'webp') return undefined
  const isLossy = format !== 'png'
  if (formatOf(file) === format && !(isLossy && compression !== null)) return undefined
  return { format, quality: isLossy ? compression : null }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** What these clients call a form of picture. */
export function formatOf({ mediaType }: Pick<FileRecord, 'mediaType'>): string {
  return mediaType.replace(/^image\//, '')
}

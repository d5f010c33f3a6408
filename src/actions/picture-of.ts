import type { FileRecord } from '../core/file-record.ts'
import type { ShownOutput } from '../core/task-view.ts'
import type { Files } from '../ports/files.ts'
import type { ContactSheetOf } from '../ports/images.ts'

export type PictureDeps = { files: Files; contactSheetOf: ContactSheetOf }

/** A whole picture, and what is to be seen on it. */
export type Picture = { bytes: Uint8Array; width: number; height: number; what: string }

// More than any model makes of one picture; a larger result is not looked at.
const MOST_BYTES = 64 * 2 ** 20

/** What a file looks like: the picture itself, some frames of a clip, or else its cover; nothing where there is neither. */
export async function pictureOf(
  deps: PictureDeps,
  { file, cover }: ShownOutput<FileRecord>,
): Promise<Picture | undefined> {
  if (file.mediaType.startsWith('image/')) return wholeOf(deps, file, 'The picture shows it smaller than it is.')
  const sheet = await sheetOf(deps, file)
  if (sheet !== undefined) return sheet
  return cover === null ? undefined : wholeOf(deps, cover, 'The picture shows its cover.')
}

async function wholeOf({ files }: PictureDeps, file: FileRecord, what: string): Promise<Picture | undefined> {
  const { id, bytes, width, height } = file
  const stream = bytes > MOST_BYTES || width === null || height === null ? undefined : await files.open(id)
  if (stream === undefined || width === null || height === null) return undefined
  return { bytes: Buffer.concat(await stream.toArray()), width, height, what }
}

/** Some frames of a clip, side by side: who sees them knows what happens in it. */
async function sheetOf(deps: PictureDeps, { id, bytes, durationMs }: FileRecord): Promise<Picture | undefined> {
  const stream = bytes > MOST_BYTES || durationMs === null ? undefined : await deps.files.open(id)
  if (stream === undefined || durationMs === null) return undefined
  const spooled = await deps.files.spool(stream, { maxBytes: MOST_BYTES, tooLarge: 'payload_too_large' })
  try {
    const sheet = await deps.contactSheetOf(spooled.path, durationMs)
    if (sheet === undefined) return undefined
    return { ...sheet, what: `The picture shows ${sheet.frames} frames of it, from the first at the top left.` }
  } finally {
    await spooled.discard()
  }
}

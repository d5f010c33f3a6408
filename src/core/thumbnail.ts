import type { FileBases, FileRecord } from './file-record.ts'

/** The widths in which pictures are served, in pixels. A fixed list: each is made once and kept, and nobody can ask for thousands. */
export const THUMBNAIL_WIDTHS = [64, 128, 256, 512, 1024] as const

/** The width of the address that answers carry: enough for a tile on a fine screen. */
const USUAL_WIDTH = 512

/** A small picture of a file. Its own id is where its bytes are kept, and is not told to anybody. */
export type Thumbnail = {
  id: string
  fileId: string
  taskId: string
  width: number
  bytes: number
  sha256: string
  createdAt: number
}

/** The thumbnail as a file that can be sent. */
export function thumbnailFile(file: FileRecord, { id, width, bytes, sha256 }: Thumbnail): FileRecord {
  const form = { mediaType: 'image/webp', extension: 'webp' }
  return { ...file, ...form, id, width, height: null, durationMs: null, bytes, sha256 }
}

/** Tells whether a file can be shown small: a picture can, and a video by its cover. */
export function hasThumbnail({ mediaType }: Pick<FileRecord, 'mediaType'>, cover: unknown): boolean {
  return mediaType.startsWith('image/') || cover !== null
}

/** Where a file is served small. It is always we who serve it, wherever the file itself is. */
export function thumbnailUrl(
  { publicUrl }: FileBases,
  { id, extension }: Pick<FileRecord, 'id' | 'extension'>,
): string {
  return `${publicUrl()}/files/${id}.${extension}?width=${USUAL_WIDTH}`
}

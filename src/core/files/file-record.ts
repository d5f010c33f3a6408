import type { FileCredentials } from './credentials.ts'

/** The role of a file in its task: an input, a result, or the cover of a video. */
export type FileRole = 'reference' | 'output' | 'cover'

/**
 * What we know about a file's bytes. Its id is random and is the whole secret of its address: anyone who knows it may
 * read the file.
 */
export type FileRecord = {
  id: string
  taskId: string
  keyId: string
  role: FileRole
  position: number
  mediaType: string
  extension: string
  bytes: number
  sha256: string
  width: number | null
  height: number | null
  durationMs: number | null
  createdAt: number
  /**
   * What it says about its own origin; null if nobody looked: for references, and for files from before such checks.
   */
  credentials: FileCredentials | null
  /** The look of a picture, 64 bits as hex; null if nobody looked, or if there is too little to see. */
  pictureHash: string | null
  /** Further facts about a clip; null for pictures, and if nobody looked. */
  clip: ClipDetails | null
}

/** Frames per second, null if the file does not say, and whether there is an audio track. */
export type ClipDetails = { fps: number | null; hasAudio: boolean }

export type FileBases = {
  /** Where callers reach us; `askedAs` is the host in a request or URL, which counts only if it is ours. */
  publicUrl: (askedAs?: string) => string
  /** The base of the storage's own URLs, if it serves files to everyone itself. */
  storageUrl?: string | undefined
  /** The base of the storage's signed URLs, if it serves files for a limited time to anyone with such a URL. */
  signedUrl?: string | undefined
}

/** The URL that lasts as long as the file: ours, or the storage's own if everyone may read there. */
export function fileUrl(bases: FileBases, file: Pick<FileRecord, 'id' | 'extension'>): string {
  if (bases.storageUrl !== undefined) return `${bases.storageUrl}/${file.id}`
  return `${bases.publicUrl()}/files/${file.id}.${file.extension}`
}

/** How a file is displayed, and the name under which it is saved. */
export function contentDisposition({ id, extension }: Pick<FileRecord, 'id' | 'extension'>): string {
  return `inline; filename="${id}.${extension}"`
}

/** The id of the file in a URL of ours. */
export function fileIdIn(bases: FileBases, url: string): string | undefined {
  const ours = `${bases.publicUrl(URL.parse(url)?.host)}/files/`
  if (url.startsWith(ours)) return /^([0-9A-Za-z]{22})\.[a-z0-9]+$/.exec(url.slice(ours.length))?.[1]
  // The query contains the signature and its expiry, but not which file is meant.
  return idUnder(bases.storageUrl, url) ?? idUnder(bases.signedUrl, url.replace(/\?.*$/, ''))
}

function idUnder(base: string | undefined, url: string): string | undefined {
  if (base === undefined || !url.startsWith(`${base}/`)) return undefined
  return /^[0-9A-Za-z]{22}$/.exec(url.slice(base.length + 1))?.[0]
}

/**
 * The widths in which pictures are served, in pixels. The list is fixed: each is made once and kept, and nobody can
 * request thousands.
 */
export const THUMBNAIL_WIDTHS = [64, 128, 256, 512, 1024] as const

/** The width of the URL in answers: enough for a tile on a high-resolution screen. */
const USUAL_WIDTH = 512

/** The formats in which pictures are served. */
export const SERVED_FORMATS = ['webp', 'jpeg', 'png'] as const

/** What is made from a file: its picture in a format, or frames of a clip side by side. */
export type ThumbnailForm = (typeof SERVED_FORMATS)[number] | 'spritesheet'

const TYPES = {
  webp: { mediaType: 'image/webp', extension: 'webp' },
  jpeg: { mediaType: 'image/jpeg', extension: 'jpg' },
  png: { mediaType: 'image/png', extension: 'png' },
  spritesheet: { mediaType: 'image/jpeg', extension: 'jpg' },
} as const satisfies Record<ThumbnailForm, object>

/** The format of a stored picture; undefined if it is not one of those served. */
export function servedFormat({ mediaType }: Pick<FileRecord, 'mediaType'>): ThumbnailForm | undefined {
  return SERVED_FORMATS.find((form) => TYPES[form].mediaType === mediaType)
}

/**
 * The file and the form of a thumbnail. WebP was the first form and has no name here: a process that knows no other
 * never finds one.
 */
export function thumbnailKey({ id }: Pick<FileRecord, 'id'>, form: ThumbnailForm): string {
  return form === 'webp' ? id : `${id}.${form}`
}

function formIn({ fileId }: Thumbnail): ThumbnailForm {
  const named = fileId.split('.')[1]
  return named !== undefined && Object.hasOwn(TYPES, named) ? (named as ThumbnailForm) : 'webp'
}

/** A small picture of a file. Its bytes are stored under its own id, which nobody is told. */
export type Thumbnail = {
  id: string
  /** As `thumbnailKey` writes it. */
  fileId: string
  taskId: string
  width: number
  bytes: number
  sha256: string
  createdAt: number
}

/** The thumbnail as a file that can be sent. */
export function thumbnailFile(file: FileRecord, thumbnail: Thumbnail): FileRecord {
  const { id, width, bytes, sha256 } = thumbnail
  return {
    ...file,
    ...TYPES[formIn(thumbnail)],
    id,
    width,
    height: null,
    durationMs: null,
    bytes,
    sha256,
    credentials: null,
    pictureHash: null,
    clip: null,
  }
}

/** Whether a file can be shown small: a picture can, and a video through its cover. */
export function hasThumbnail({ mediaType }: Pick<FileRecord, 'mediaType'>, cover: unknown): boolean {
  return mediaType.startsWith('image/') || cover !== null
}

/** The URL of a file's small copy. We always serve it ourselves, wherever the file itself is. */
export function thumbnailUrl(
  { publicUrl }: FileBases,
  { id, extension }: Pick<FileRecord, 'id' | 'extension'>,
): string {
  return `${publicUrl()}/files/${id}.${extension}?width=${USUAL_WIDTH}`
}

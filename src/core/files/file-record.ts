import type { FileCredentials } from './credentials.ts'

/** What a file is to its task: an input, a result, or the picture that stands for a video. */
export type FileRole = 'reference' | 'output' | 'cover'

/** What we know of a file's bytes. Its id is random and is the whole of its address: who knows it may read it. */
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
  /** What it says of its own origin; null where nobody looked: references, and what is older than such looks. */
  credentials: FileCredentials | null
  /** What a picture looks like, in 64 bits as hex; null where nobody looked, or there is too little to be seen. */
  pictureHash: string | null
  /** What else is known of a clip; null for pictures, and where nobody looked. */
  clip: ClipDetails | null
}

/** Frames per second, null where the file does not tell, and whether there is a track of sound. */
export type ClipDetails = { fps: number | null; hasAudio: boolean }

export type FileBases = {
  /** Where callers reach us; `askedAs` is the host that a request or an address names, which counts only if it is ours. */
  publicUrl: (askedAs?: string) => string
  /** The base of the storage's own addresses, where it serves files to everyone by itself. */
  storageUrl?: string | undefined
  /** The base of the storage's signed addresses, where it serves files for a while to whoever was given one. */
  signedUrl?: string | undefined
}

/** The address that lasts as long as the file: ours, or the storage's own where everyone may read there. */
export function fileUrl(bases: FileBases, file: Pick<FileRecord, 'id' | 'extension'>): string {
  if (bases.storageUrl !== undefined) return `${bases.storageUrl}/${file.id}`
  return `${bases.publicUrl()}/files/${file.id}.${file.extension}`
}

/** How a file is to be shown, and the name under which it is saved. */
export function contentDisposition({ id, extension }: Pick<FileRecord, 'id' | 'extension'>): string {
  return `inline; filename="${id}.${extension}"`
}

/** The id of the file that an address of ours names. */
export function fileIdIn(bases: FileBases, url: string): string | undefined {
  const ours = `${bases.publicUrl(URL.parse(url)?.host)}/files/`
  if (url.startsWith(ours)) return /^([0-9A-Za-z]{22})\.[a-z0-9]+$/.exec(url.slice(ours.length))?.[1]
  // What an address was signed with, and until when, is in its query; which file it names is not.
  return idUnder(bases.storageUrl, url) ?? idUnder(bases.signedUrl, url.replace(/\?.*$/, ''))
}

function idUnder(base: string | undefined, url: string): string | undefined {
  if (base === undefined || !url.startsWith(`${base}/`)) return undefined
  return /^[0-9A-Za-z]{22}$/.exec(url.slice(base.length + 1))?.[0]
}

/** The widths in which pictures are served, in pixels. A fixed list: each is made once and kept, and nobody can ask for thousands. */
export const THUMBNAIL_WIDTHS = [64, 128, 256, 512, 1024] as const

/** The width of the address that answers carry: enough for a tile on a fine screen. */
const USUAL_WIDTH = 512

/** The formats in which pictures are served. */
export const SERVED_FORMATS = ['webp', 'jpeg', 'png'] as const

/** What is made of a file: its picture in a format, or frames of a clip side by side. */
export type ThumbnailForm = (typeof SERVED_FORMATS)[number] | 'spritesheet'

const TYPES = {
  webp: { mediaType: 'image/webp', extension: 'webp' },
  jpeg: { mediaType: 'image/jpeg', extension: 'jpg' },
  png: { mediaType: 'image/png', extension: 'png' },
  spritesheet: { mediaType: 'image/jpeg', extension: 'jpg' },
} as const satisfies Record<ThumbnailForm, object>

/** The form of a picture as it is kept; undefined where it is none of those that are served. */
export function servedFormat({ mediaType }: Pick<FileRecord, 'mediaType'>): ThumbnailForm | undefined {
  return SERVED_FORMATS.find((form) => TYPES[form].mediaType === mediaType)
}

/**
 * Whose picture it is, in which form. WebP is the form of those that were made before there were others, and it has no name
 * here: a process that knows of no other never finds one.
 */
export function thumbnailKey({ id }: Pick<FileRecord, 'id'>, form: ThumbnailForm): string {
  return form === 'webp' ? id : `${id}.${form}`
}

function formIn({ fileId }: Thumbnail): ThumbnailForm {
  const named = fileId.split('.')[1]
  return named !== undefined && Object.hasOwn(TYPES, named) ? (named as ThumbnailForm) : 'webp'
}

/** A small picture of a file. Its own id is where its bytes are kept, and is not told to anybody. */
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

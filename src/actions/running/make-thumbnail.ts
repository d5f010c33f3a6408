import { AppError } from '../../core/errors.ts'
import {
  type FileRecord,
  SERVED_FORMATS,
  servedFormat,
  type Thumbnail,
  type ThumbnailForm,
  thumbnailKey,
} from '../../core/files/file-record.ts'
import { outputsAmong } from '../../core/tasks/task-view.ts'
import type { Files } from '../../ports/files.ts'
import type { ContactSheetOf, ConvertPicture, PictureForm, SheetGrid } from '../../ports/images.ts'
import type { Clock, Random } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import { newFileId } from '../tasks/read-references.ts'

export type ThumbnailDeps = {
  store: Pick<Store, 'files' | 'thumbnails'>
  files: Files
  convertPicture: ConvertPicture
  contactSheetOf: ContactSheetOf
  clock: Clock
  random: Random
}

/** The requested form of a file: a width, a format, or both. */
export type PictureWish = { width?: number | undefined; format?: Exclude<ThumbnailForm, 'spritesheet'> | undefined }

/** A picture that already has the requested form, or the copy that was made. */
export type SmallPicture = { picture: FileRecord; thumbnail: Thumbnail | null }

export type ThumbnailMaker = {
  /** The picture of a file in the requested form, made at the first request. It is never enlarged. */
  of(file: FileRecord, wish: PictureWish): Promise<SmallPicture>
  /** Frames from the whole clip, side by side. */
  sheetOf(clip: FileRecord): Promise<SmallPicture>
  /** The same if the bytes of the recorded copy are missing, for example after a restore from a backup without them. */
  anew(picture: FileRecord, missing: Thumbnail): Promise<SmallPicture>
  /** Resolves once nothing is being made: the client may have disconnected, but the work continues. */
  settled(): Promise<void>
}

// Nobody sees the difference on a tile, and it saves half of the bytes.
const QUALITY = 80
// No model makes a larger picture; a larger one is not read.
const MOST_BYTES = 64 * 2 ** 20
// Some minutes of video. It is read from a file, not held in memory.
const MOST_CLIP_BYTES = 512 * 2 ** 20

// Enough frames to scrub through a clip of some seconds.
const SPRITES: SheetGrid = { columns: 5, rows: 5, frameWidth: 192 }
const SHEET_WIDTH = SPRITES.columns * SPRITES.frameWidth

type Wanted = { form: ThumbnailForm; width: number }

/** Makes small pictures, each once: concurrent requests wait for the same one. */
export function thumbnails(deps: ThumbnailDeps): ThumbnailMaker {
  const underWay = new Map<string, Promise<Thumbnail>>()
  const once = (picture: FileRecord, wanted: Wanted): Promise<Thumbnail> => {
    const name = `${thumbnailKey(picture, wanted.form)} ${wanted.width}`
    const making = underWay.get(name) ?? make(deps, picture, wanted).finally(() => underWay.delete(name))
    underWay.set(name, making)
    return making
  }
  const found = async (picture: FileRecord, wanted: Wanted): Promise<SmallPicture> => {
    const known = await deps.store.thumbnails.find(thumbnailKey(picture, wanted.form), wanted.width)
    return { picture, thumbnail: known ?? (await once(picture, wanted)) }
  }
  return {
    of: async (file, wish) => {
      const picture = await pictureFor(deps, file)
      const wanted = wantedOf(picture, wish)
      return wanted === undefined ? { picture, thumbnail: null } : found(picture, wanted)
    },
    sheetOf: (clip) => found(clip, { form: 'spritesheet', width: SHEET_WIDTH }),
    anew: async (picture, { id, fileId, width }) => {
      await deps.store.thumbnails.forget(id)
      const form = [...SERVED_FORMATS, 'spritesheet' as const].find((each) => thumbnailKey(picture, each) === fileId)
      return found(picture, { form: form ?? 'webp', width })
    },
    settled: async () => {
      await Promise.allSettled(underWay.values())
    },
  }
}

/** What has to be made; undefined if the picture already has the requested form. */
function wantedOf(picture: FileRecord, { width, format }: PictureWish): Wanted | undefined {
  const own = servedFormat(picture)
  const isSmall = picture.width === null || picture.width <= (width ?? Infinity)
  if (isSmall && (format === undefined || format === own || picture.width === null)) return undefined
  return { form: format ?? 'webp', width: isSmall ? (picture.width ?? 1) : (width ?? 1) }
}

/** A picture stands for itself; a video is shown by its cover. */
async function pictureFor({ store }: ThumbnailDeps, file: FileRecord): Promise<FileRecord> {
  if (file.mediaType.startsWith('image/')) return file
  const outputs = outputsAmong(await store.files.ofTask(file.taskId))
  const cover = outputs.find((output) => output.file.id === file.id)?.cover
  if (cover !== undefined && cover !== null) return cover
  throw new AppError('file_not_found', 'This video has no cover for a thumbnail. Show the video itself.')
}

async function make(deps: ThumbnailDeps, picture: FileRecord, { form, width }: Wanted): Promise<Thumbnail> {
  const bytes = form === 'spritesheet' ? await sprites(deps, picture) : await smaller(deps, picture, { form, width })
  const fileId = thumbnailKey(picture, form)
  const limit = { maxBytes: MOST_BYTES, tooLarge: 'internal_error' } as const
  const spooled = await deps.files.spool(asStream(bytes), limit)
  const made: Thumbnail = {
    id: newFileId(deps.random),
    fileId,
    taskId: picture.taskId,
    width,
    bytes: spooled.bytes,
    sha256: spooled.sha256,
    createdAt: deps.clock.now(),
  }
  // First the bytes: a crash in between leaves orphans, never a record without bytes.
  try {
    await deps.files.keep(made.id, spooled)
  } finally {
    await spooled.discard()
  }
  if (await deps.store.thumbnails.add(made)) return made
  await deps.files.remove(made.id)
  const others = await deps.store.thumbnails.find(fileId, width)
  if (others === undefined) throw gone()
  return others
}

/** Frames of a clip, extracted by ffmpeg and written by the decoder; neither runs in this process. */
async function sprites(deps: ThumbnailDeps, clip: FileRecord): Promise<Uint8Array> {
  const stream = clip.bytes > MOST_CLIP_BYTES ? undefined : await deps.files.open(clip.id)
  if (stream === undefined) throw clip.bytes > MOST_CLIP_BYTES ? noSheet() : gone()
  const limit = { maxBytes: MOST_CLIP_BYTES, tooLarge: 'internal_error' } as const
  const spooled = await deps.files.spool(stream, limit)
  try {
    const sheet = await deps.contactSheetOf(spooled.path, clip.durationMs ?? 0, SPRITES)
    if (sheet === undefined) throw noSheet()
    return await deps.convertPicture(sheet, { format: 'jpeg', quality: QUALITY }, clip.keyId)
  } finally {
    await spooled.discard()
  }
}

type Smaller = { form: PictureForm['format']; width: number }

async function smaller(deps: ThumbnailDeps, picture: FileRecord, wanted: Smaller): Promise<Uint8Array> {
  const { form: format, width } = wanted
  const { width: wide, height: high } = picture
  if (wide === null || high === null || picture.bytes > MOST_BYTES) throw cannot()
  const stream = await deps.files.open(picture.id)
  if (stream === undefined) throw gone()
  const whole = Buffer.concat(await stream.toArray())
  const maxSide = Math.max(width, Math.round((high * width) / wide))
  const form: PictureForm = { format, quality: QUALITY, within: { maxSide, maxBytes: MOST_BYTES } }
  try {
    return await deps.convertPicture({ bytes: whole, width: wide, height: high }, form, picture.keyId)
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_image') throw cannot(error)
    throw error
  }
}

async function* asStream(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

function gone(): AppError {
  return new AppError('file_not_found', 'The file does not exist or was removed.')
}

function cannot(cause?: AppError): AppError {
  return new AppError('file_not_found', 'This picture cannot be resized or converted. Fetch the original.', { cause })
}

function noSheet(): AppError {
  const message =
    'No spritesheet can be made from this video, because the server has no ffmpeg or ffmpeg cannot read the clip.'
  return new AppError('file_not_found', message)
}

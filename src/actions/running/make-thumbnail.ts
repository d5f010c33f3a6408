import { AppError } from '../../core/errors.ts'
import type { FileRecord, Thumbnail } from '../../core/files/file-record.ts'
import { outputsAmong } from '../../core/tasks/task-view.ts'
import type { Files } from '../../ports/files.ts'
import type { ConvertPicture, PictureForm } from '../../ports/images.ts'
import type { Clock, Random } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import { newFileId } from '../tasks/read-references.ts'

export type ThumbnailDeps = {
  store: Pick<Store, 'files' | 'thumbnails'>
  files: Files
  convertPicture: ConvertPicture
  clock: Clock
  random: Random
}

/** A picture that is small enough as it is, or the one that was made of it. */
export type SmallPicture = { picture: FileRecord; thumbnail: Thumbnail | null }

export type ThumbnailMaker = {
  /** The picture of a file in this width, made if nobody asked for it before. It is never made larger. */
  of(file: FileRecord, width: number): Promise<SmallPicture>
  /** The same where the bytes of the one on record are missing, as after a backup without them was put back. */
  anew(picture: FileRecord, missing: Thumbnail): Promise<SmallPicture>
  /** Resolves once nothing is being made: who asked may have gone, and the making goes on. */
  settled(): Promise<void>
}

// Nobody sees the difference on a tile, and it is half of the bytes.
const QUALITY = 80
// More than any model makes of one picture; a larger one is not looked at.
const MOST_BYTES = 64 * 2 ** 20

/** Makes small pictures, each once: whoever asks meanwhile waits for the same. */
export function thumbnails(deps: ThumbnailDeps): ThumbnailMaker {
  const underWay = new Map<string, Promise<Thumbnail>>()
  const once = (picture: FileRecord, width: number): Promise<Thumbnail> => {
    const name = `${picture.id} ${width}`
    const making = underWay.get(name) ?? make(deps, picture, width).finally(() => underWay.delete(name))
    underWay.set(name, making)
    return making
  }
  const ofPicture = async (picture: FileRecord, width: number): Promise<SmallPicture> => {
    if (picture.width === null || picture.width <= width) return { picture, thumbnail: null }
    const known = await deps.store.thumbnails.find(picture.id, width)
    return { picture, thumbnail: known ?? (await once(picture, width)) }
  }
  return {
    of: async (file, width) => ofPicture(await pictureFor(deps, file), width),
    anew: async (picture, { id, width }) => {
      await deps.store.thumbnails.forget(id)
      return ofPicture(picture, width)
    },
    settled: async () => {
      await Promise.allSettled(underWay.values())
    },
  }
}

/** A picture stands for itself, and for a video its cover does. */
async function pictureFor({ store }: ThumbnailDeps, file: FileRecord): Promise<FileRecord> {
  if (file.mediaType.startsWith('image/')) return file
  const outputs = outputsAmong(await store.files.ofTask(file.taskId))
  const cover = outputs.find((output) => output.file.id === file.id)?.cover
  if (cover !== undefined && cover !== null) return cover
  throw new AppError('file_not_found', 'This video has no cover for a thumbnail. Show the video itself.')
}

async function make(deps: ThumbnailDeps, picture: FileRecord, width: number): Promise<Thumbnail> {
  const bytes = await smaller(deps, picture, width)
  const limit = { maxBytes: MOST_BYTES, tooLarge: 'internal_error' } as const
  const spooled = await deps.files.spool(asStream(bytes), limit)
  const made: Thumbnail = {
    id: newFileId(deps.random),
    fileId: picture.id,
    taskId: picture.taskId,
    width,
    bytes: spooled.bytes,
    sha256: spooled.sha256,
    createdAt: deps.clock.now(),
  }
  // First the bytes: a crash between the two leaves orphans, never a record without bytes.
  try {
    await deps.files.keep(made.id, spooled)
  } finally {
    await spooled.discard()
  }
  if (await deps.store.thumbnails.add(made)) return made
  await deps.files.remove(made.id)
  const others = await deps.store.thumbnails.find(picture.id, width)
  if (others === undefined) throw gone()
  return others
}

async function smaller(deps: ThumbnailDeps, picture: FileRecord, width: number): Promise<Uint8Array> {
  const { width: wide, height: high } = picture
  if (wide === null || high === null || picture.bytes > MOST_BYTES) throw cannot()
  const stream = await deps.files.open(picture.id)
  if (stream === undefined) throw gone()
  const whole = Buffer.concat(await stream.toArray())
  const maxSide = Math.max(width, Math.round((high * width) / wide))
  const form: PictureForm = { format: 'webp', quality: QUALITY, within: { maxSide, maxBytes: MOST_BYTES } }
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
  return new AppError('file_not_found', 'There is no such file, or it was removed.')
}

function cannot(cause?: AppError): AppError {
  return new AppError('file_not_found', 'This picture has no thumbnail. Fetch it without `width`.', { cause })
}

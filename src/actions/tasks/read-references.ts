import { BodyError } from '../../core/body-error.ts'
import { AppError } from '../../core/errors.ts'
import { fileIdIn, type FileBases, type FileRecord } from '../../core/files/file-record.ts'
import { randomBase62 } from '../../core/text/random-text.ts'
import { sniffMediaType } from '../../core/files/media-type.ts'
import type { PictureRole, WithRole } from '../../core/tasks/roles.ts'
import type { Reference } from '../../core/tasks/task.ts'
import type { Files, Spooled } from '../../ports/files.ts'
import type { ClipFacts, DescribeClip, ImageFacts, Images } from '../../ports/images.ts'
import type { Clock, GuardedFetch, Log, Random } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'

export type ReferenceLimits = {
  maxImages: number
  maxImageBytes: number
  maxImagePixels: number
  /** The maximum size of an input clip; that of a picture if absent. */
  maxVideoBytes?: number
  maxBodyBytes: number
  /** Whether a model without a price may be used; it may if absent. */
  unpriced?: 'allow' | 'refuse'
}

/**
 * Whether a reference without a role may also be a clip. An upload is judged by its bytes: its purpose is not known
 * yet.
 */
type TakesClips = { takesClips?: boolean }

export type ReferenceDeps = FileBases &
  TakesClips & {
    files: Files
    images: Images
    fetch: GuardedFetch
    clock: Clock
    random: Random
    log: Log
    limits: ReferenceLimits
    store: Pick<Store, 'files'>
    /** Examines clips, in a separate process; without it, none is accepted. */
    describeClip?: DescribeClip
  }

/** A picture or a clip that arrived, was examined, and waits to be kept. */
export type ReadReference = { spooled: Spooled; facts: ReferenceFacts }

type ReferenceFacts = ImageFacts & Partial<Pick<ClipFacts, 'durationMs' | 'fps' | 'hasAudio'>>

const FETCH_DEADLINE_MS = 20_000
const FETCH_CLIP_DEADLINE_MS = 120_000
const FETCH_REDIRECTS = 3
const FETCH_MIN_BYTES_PER_SECOND = 1_024
// 128 bits: the id is the whole secret of a file's address.
const FILE_ID_LENGTH = 22

/** A fresh, unguessable file id. */
export function newFileId(random: Random): string {
  return randomBase62(FILE_ID_LENGTH, random.bytes)
}

/** The same parts, with pictures decoded in the turn of that key. */
export function inTurnOf<Deps extends { images: Images }>(deps: Deps, keyId: string): Deps {
  const { images } = deps
  return {
    ...deps,
    images: {
      inspect: (spooled, limits) => images.inspect(spooled, limits, keyId),
      describe: (spooled, limits) => images.describe(spooled, limits, keyId),
      decode: (bytes, maxSide) => images.decode(bytes, maxSide, keyId),
    },
  }
}

export type TakeInDeps = Pick<ReferenceDeps, 'files' | 'images' | 'limits' | 'describeClip' | 'takesClips'>

/**
 * Takes in one picture or clip: spools it, then examines it far enough to trust it. A failure leaves nothing behind.
 */
export async function spoolReference(
  deps: TakeInDeps,
  source: AsyncIterable<Uint8Array>,
  role?: PictureRole,
): Promise<ReadReference> {
  const maxBytes = mostBytes(deps, role)
  const spooled = await deps.files.spool(source, { maxBytes, tooLarge: 'image_too_large' }).catch((error: unknown) => {
    const isLargeClip = role === 'video' && error instanceof AppError && error.code === 'image_too_large'
    throw isLargeClip ? clipTooLarge(maxBytes) : error
  })
  try {
    const isClip = role === 'video' || (mayBeClip(deps, role) && sniffMediaType(spooled.head)?.family === 'video')
    return { spooled, facts: await (isClip ? clipFacts(deps, spooled) : pictureFacts(deps, spooled)) }
  } catch (error) {
    await spooled.discard()
    throw error
  }
}

async function pictureFacts({ images, limits }: TakeInDeps, spooled: Spooled): Promise<ReferenceFacts> {
  // A possible clip may be larger, until it turns out to be a picture.
  if (spooled.bytes > limits.maxImageBytes) throw pictureTooLarge(limits)
  return images.inspect(spooled, { maxPixels: limits.maxImagePixels })
}

/** The decoder's process reads the container of a clip, and decodes nothing of it. */
async function clipFacts(deps: TakeInDeps, spooled: Spooled): Promise<ReferenceFacts> {
  const most = mostBytes(deps, 'video')
  if (spooled.bytes > most) throw clipTooLarge(most)
  const type = sniffMediaType(spooled.head)
  if (type?.family !== 'video') throw unreadableClip('it is not MP4, MOV or WebM')
  const facts = (await deps.describeClip?.(spooled.path)) ?? { damaged: 'this process cannot read clips' }
  if ('damaged' in facts) throw unreadableClip(facts.damaged)
  const { mediaType, extension } = type
  return { ...facts, mediaType, extension }
}

function mayBeClip({ takesClips }: TakesClips, role: PictureRole | undefined): boolean {
  return role === 'video' || (role === undefined && takesClips === true)
}

/** How large it may be before anybody knows what it is. */
function mostBytes({ limits, takesClips }: Pick<TakeInDeps, 'limits' | 'takesClips'>, role?: PictureRole): number {
  const { maxImageBytes, maxVideoBytes = maxImageBytes } = limits
  if (role === 'video') return maxVideoBytes
  return mayBeClip({ takesClips: takesClips === true }, role) ? Math.max(maxImageBytes, maxVideoBytes) : maxImageBytes
}

function pictureTooLarge({ maxImageBytes }: ReferenceLimits): AppError {
  const limit = Math.floor(maxImageBytes / 2 ** 20)
  return new AppError('image_too_large', `The image is larger than ${limit} MiB. Send a smaller one.`, {
    param: 'image',
  })
}

function unreadableClip(why: string): AppError {
  return new AppError('invalid_image', `The video cannot be used: ${why}.`, { param: 'video' })
}

function clipTooLarge(maxBytes: number): AppError {
  const message = `The video is larger than ${Math.floor(maxBytes / 2 ** 20)} MiB. Send a shorter or smaller one.`
  return new AppError('image_too_large', message, { param: 'video' })
}

const PICTURES = 'image/png, image/jpeg, image/webp, image/gif, image/avif'
const CLIPS = 'video/mp4, video/quicktime, video/webm'

function acceptOf(deps: ReferenceDeps, role: PictureRole | undefined): string {
  if (role === 'video') return CLIPS
  return mayBeClip(deps, role) ? `${PICTURES}, ${CLIPS}` : PICTURES
}

/** Fetches a picture or a clip from a caller's URL; one of our own results is read directly. */
export async function fetchReference(
  deps: ReferenceDeps,
  { url, role }: WithRole & { url: string },
  signal?: AbortSignal,
): Promise<ReadReference> {
  const own = await openOwnResult(deps, url)
  if (own !== undefined) return spoolReference(deps, own, role)
  const answer = await deps.fetch.request({
    url,
    method: 'GET',
    headers: { accept: acceptOf(deps, role) },
    maxRedirects: FETCH_REDIRECTS,
    deadlineMs: mayBeClip(deps, role) ? FETCH_CLIP_DEADLINE_MS : FETCH_DEADLINE_MS,
    maxBytes: mostBytes(deps, role),
    excess: 'fail',
    minBytesPerSecond: FETCH_MIN_BYTES_PER_SECOND,
    ...(signal === undefined ? {} : { signal }),
  })
  if (!answer.ok) throw unreachable(deps, url, answer.detail)
  if (answer.status !== 200) {
    answer.discard()
    throw unreachable(deps, url, `status ${answer.status}`)
  }
  try {
    return await spoolReference(deps, answer.body, role)
  } catch (error) {
    throw error instanceof BodyError ? fromBodyError(deps, { url, role }, error) : error
  }
}

/** Makes a picture durable and returns the records that the task keeps of it. */
export async function keepReference(
  deps: Pick<ReferenceDeps, 'files' | 'clock' | 'random'>,
  read: ReadReference,
  owner: { taskId: string; keyId: string; position: number },
): Promise<{ reference: Reference; record: FileRecord }> {
  const id = newFileId(deps.random)
  await deps.files.keep(id, read.spooled)
  const { mediaType, extension, width, height, durationMs = null, fps = null, hasAudio } = read.facts
  const { bytes, sha256 } = read.spooled
  const clip = hasAudio === undefined ? null : { fps, hasAudio }
  const facts = { mediaType, extension, bytes, sha256, width, height, durationMs, clip }
  const createdAt = deps.clock.now()
  const record: FileRecord = {
    id,
    ...owner,
    role: 'reference',
    ...facts,
    createdAt,
    credentials: null,
    pictureHash: null,
  }
  return { reference: { from: 'file', fileId: id }, record }
}

/** The role of a picture, for another one that replaces it; undefined if nobody named one. */
export function roleOf({ role }: WithRole): WithRole {
  return role === undefined ? {} : { role }
}

/** A second copy of a stored picture, for another task of the same request. */
export async function copyReference(
  deps: Pick<ReferenceDeps, 'files' | 'clock' | 'random'>,
  original: FileRecord,
  taskId: string,
): Promise<FileRecord> {
  const source = await deps.files.open(original.id)
  if (source === undefined) throw new Error(`the bytes of reference ${original.id} are missing`)
  const spooled = await deps.files.spool(source, { maxBytes: original.bytes, tooLarge: 'internal_error' })
  try {
    const id = newFileId(deps.random)
    await deps.files.keep(id, spooled)
    return { ...original, id, taskId, createdAt: deps.clock.now() }
  } finally {
    await spooled.discard()
  }
}

/** The guard never lets us call ourselves, and a result of ours is a natural reference for the next task. */
async function openOwnResult(deps: ReferenceDeps, url: string): Promise<AsyncIterable<Uint8Array> | undefined> {
  const id = fileIdIn(deps, url)
  if (id === undefined && !url.startsWith(`${deps.publicUrl(URL.parse(url)?.host)}/files/`)) return undefined
  const record = id === undefined ? undefined : await deps.store.files.find(id)
  if (record === undefined || record.role === 'reference') throw unreachable(deps, url, 'not a result of this service')
  const stream = await deps.files.open(record.id)
  if (stream === undefined) throw unreachable(deps, url, 'its bytes are missing')
  return stream
}

function fromBodyError(
  deps: ReferenceDeps,
  { url, role }: { url: string; role: PictureRole | undefined },
  error: BodyError,
): AppError {
  if (error.fault !== 'too_large') return unreachable(deps, url, error.message)
  if (role === 'video') return clipTooLarge(mostBytes(deps, role))
  const limit = Math.floor(deps.limits.maxImageBytes / 2 ** 20)
  return new AppError('image_too_large', `The image at that URL is larger than ${limit} MiB.`, { param: 'image' })
}

/** One message for blocked, refused and timed out: somebody who probes our network learns nothing. */
function unreachable(deps: ReferenceDeps, url: string, detail: string): AppError {
  deps.log.info('reference not fetched', { host: URL.parse(url)?.host, detail })
  const message = 'An image could not be fetched from its URL. Check that the URL is public and responds within 20 s.'
  return new AppError('image_url_unreachable', message, { param: 'image' })
}

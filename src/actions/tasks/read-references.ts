import { BodyError } from '../../core/body-error.ts'
import { AppError } from '../../core/errors.ts'
import { fileIdIn, type FileBases, type FileRecord } from '../../core/files/file-record.ts'
import { randomBase62 } from '../../core/text/random-text.ts'
import type { WithRole } from '../../core/tasks/roles.ts'
import type { Reference } from '../../core/tasks/task.ts'
import type { Files, Spooled } from '../../ports/files.ts'
import type { ImageFacts, Images } from '../../ports/images.ts'
import type { Clock, GuardedFetch, Log, Random } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'

export type ReferenceLimits = {
  maxImages: number
  maxImageBytes: number
  maxImagePixels: number
  maxBodyBytes: number
  /** Whether a model whose price nobody named may be used; it may where this is left out. */
  unpriced?: 'allow' | 'refuse'
}

export type ReferenceDeps = FileBases & {
  files: Files
  images: Images
  fetch: GuardedFetch
  clock: Clock
  random: Random
  log: Log
  limits: ReferenceLimits
  store: Pick<Store, 'files'>
}

/** A picture that arrived, was looked at, and waits to be kept. */
export type ReadReference = { spooled: Spooled; facts: ImageFacts }

const FETCH_DEADLINE_MS = 20_000
const FETCH_REDIRECTS = 3
const FETCH_MIN_BYTES_PER_SECOND = 1_024
// 128 bits: the id is the whole of a file's address.
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

/** Takes in one picture: spooled, then decoded far enough to trust it. A failure leaves nothing behind. */
export async function spoolReference(
  deps: Pick<ReferenceDeps, 'files' | 'images' | 'limits'>,
  source: AsyncIterable<Uint8Array>,
): Promise<ReadReference> {
  const { maxImageBytes, maxImagePixels } = deps.limits
  const spooled = await deps.files.spool(source, { maxBytes: maxImageBytes, tooLarge: 'image_too_large' })
  try {
    return { spooled, facts: await deps.images.inspect(spooled, { maxPixels: maxImagePixels }) }
  } catch (error) {
    await spooled.discard()
    throw error
  }
}

/** Fetches a picture from an address that a caller gave us; one of our own results is read where it lies. */
export async function fetchReference(deps: ReferenceDeps, url: string, signal?: AbortSignal): Promise<ReadReference> {
  const own = await openOwnResult(deps, url)
  if (own !== undefined) return spoolReference(deps, own)
  const answer = await deps.fetch.request({
    url,
    method: 'GET',
    headers: { accept: 'image/png, image/jpeg, image/webp, image/gif, image/avif' },
    maxRedirects: FETCH_REDIRECTS,
    deadlineMs: FETCH_DEADLINE_MS,
    maxBytes: deps.limits.maxImageBytes,
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
    return await spoolReference(deps, answer.body)
  } catch (error) {
    throw error instanceof BodyError ? fromBodyError(deps, url, error) : error
  }
}

/** Makes a picture durable and gives the records that the task keeps of it. */
export async function keepReference(
  deps: Pick<ReferenceDeps, 'files' | 'clock' | 'random'>,
  read: ReadReference,
  owner: { taskId: string; keyId: string; position: number },
): Promise<{ reference: Reference; record: FileRecord }> {
  const id = newFileId(deps.random)
  await deps.files.keep(id, read.spooled)
  const { mediaType, extension, width, height } = read.facts
  const { bytes, sha256 } = read.spooled
  const facts = { mediaType, extension, bytes, sha256, width, height, durationMs: null }
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

/** The role of a picture, for another one that stands for it; nothing where nobody named one. */
export function roleOf({ role }: WithRole): WithRole {
  return role === undefined ? {} : { role }
}

/** A second copy of a picture that was kept, for another task of the same request. */
export async function copyReference(
  deps: Pick<ReferenceDeps, 'files' | 'clock' | 'random'>,
  original: FileRecord,
  taskId: string,
): Promise<FileRecord> {
  const source = await deps.files.open(original.id)
  if (source === undefined) throw new Error(`the bytes of reference ${original.id} are gone`)
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
  if (record === undefined || record.role === 'reference') throw unreachable(deps, url, 'not a result of ours')
  const stream = await deps.files.open(record.id)
  if (stream === undefined) throw unreachable(deps, url, 'its bytes are gone')
  return stream
}

function fromBodyError(deps: ReferenceDeps, url: string, error: BodyError): AppError {
  if (error.fault !== 'too_large') return unreachable(deps, url, error.message)
  const limit = Math.floor(deps.limits.maxImageBytes / 2 ** 20)
  return new AppError('image_too_large', `The image at that address is larger than ${limit} MiB.`, { param: 'image' })
}

/** One message for blocked, refused and timed out: whoever probes our network learns nothing. */
function unreachable(deps: ReferenceDeps, url: string, detail: string): AppError {
  deps.log.info('reference not fetched', { host: URL.parse(url)?.host, detail })
  const message = 'An image could not be fetched from its URL. Check that the URL is public and answers within 20 s.'
  return new AppError('image_url_unreachable', message, { param: 'image' })
}

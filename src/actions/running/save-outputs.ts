import { BodyError } from '../../core/body-error.ts'
import { AppError } from '../../core/errors.ts'
import type { FileRecord } from '../../core/files/file-record.ts'
import { LOOK_SIDE, pictureHash } from '../../core/files/picture-hash.ts'
import { sniffMediaType } from '../../core/files/media-type.ts'
import { mayPass, Unfetched } from '../../core/files/unfetched.ts'
import type { Task } from '../../core/tasks/task.ts'
import type { EngineBytes, EngineOutput } from '../../ports/engine.ts'
import type { Spooled } from '../../ports/files.ts'
import type { DescribeClip } from '../../ports/images.ts'
import type { StepFailure } from '../../ports/marking.ts'
import { newFileId, type ReferenceDeps } from '../tasks/read-references.ts'
import { markOutput, type MarkDeps, type Marking } from '../marking/mark-output.ts'
import { repeatStep } from '../marking/repeat-step.ts'
import { inAskedFormat, type FormatDeps } from './write-format.ts'

export type SaveDeps = ReferenceDeps &
  FormatDeps &
  MarkDeps & {
    /** Makes a cover from a clip without one; absent without ffmpeg. */
    coverOf?: (path: string) => Promise<Uint8Array | undefined>
    /** Reads a clip's own size and length; absent if clips are not examined. */
    describeClip?: DescribeClip
    /** Whether the look of pictures is recorded, so that copies of them can be recognised. */
    looksAtPictures?: boolean
  }

const FETCH_DEADLINE_MS = 10 * 60_000
const FETCH_REDIRECTS = 3
// At a lower speed, a result will not arrive in time, and may never arrive.
const FETCH_MIN_BYTES_PER_SECOND = 1_024
// Our own engines and providers make larger pictures than callers may send, and a paid result is kept however much work
// it is to decode.
const OUTPUT_LIMITS = { maxPixels: 200_000_000, maxBytes: Infinity }

/** The task, and the model that made it, if it differs from the requested one. */
export type MadeTask = Pick<Marking, 'stopping' | 'onHeldUp'> & { task: Task; maker?: Marking['maker'] }

/** The kept files, and the warnings for the receipt. */
export type SavedOutputs = { files: FileRecord[]; warnings: string[] }

/** Copies results into our storage before anyone is told about them. A failure leaves no bytes behind. */
export async function saveOutputs(
  deps: SaveDeps,
  { task, maker = task, stopping, onHeldUp }: MadeTask,
  outputs: EngineOutput[],
  signal?: AbortSignal,
): Promise<SavedOutputs> {
  if (outputs.length === 0) throw new AppError('no_output', 'The model finished without a result.')
  const records: FileRecord[] = []
  const warnings: string[] = []
  try {
    for (const [position, output] of outputs.entries()) {
      const saving = { task, maker, stopping, onHeldUp, position, signal }
      const { record, frame, ...said } = await saveOne(deps, { ...saving, output, role: 'output' })
      records.push(record)
      warnings.push(...said.warnings)
      const content = output.cover ?? frame
      if (content !== undefined) {
        const saved = await saveOne(deps, { ...saving, output: { content }, role: 'cover' })
        records.push(saved.record)
        if (content === frame) Object.assign(record, sizeOf(record, saved.record))
      }
    }
    await release(outputs)
    return { files: records, warnings: [...new Set(warnings)] }
  } catch (error) {
    await discardOutputs(deps, records)
    throw error
  }
}

/** The file that the engine left on this machine is ours now; after a failure it stays, for the next attempt. */
async function release(outputs: readonly EngineOutput[]): Promise<void> {
  for (const { content } of outputs) if (content.from !== 'url') await content.discard?.()
}

/** Removes bytes that belong to no task. */
export async function discardOutputs(deps: Pick<SaveDeps, 'files'>, records: readonly FileRecord[]): Promise<void> {
  await Promise.all(records.map(({ id }) => deps.files.remove(id)))
}

type Saving = Pick<Marking, 'task' | 'maker' | 'stopping' | 'onHeldUp'> & {
  position: number
  output: EngineOutput
  role: 'output' | 'cover'
  signal: AbortSignal | undefined
}

type Saved = {
  record: FileRecord
  /** A frame of a clip that came without a cover. */
  frame: EngineBytes | undefined
  warnings: string[]
}

async function saveOne(deps: SaveDeps, saving: Saving): Promise<Saved> {
  const { task, position, output, role } = saving
  const { content } = output
  let spooled = await receive(deps, content, saving.signal)
  try {
    let facts = await describe(deps, spooled, saving)
    const written = role === 'output' ? await inAskedFormat(deps, { task, spooled, facts }) : undefined
    if (written !== undefined) {
      await spooled.discard()
      spooled = written
      facts = { ...facts, ...typeOf(written) }
    }
    const frame = await frameOf(deps, spooled, saving)
    const marked = await markOutput(deps, { ...saving, spooled, mediaType: facts.mediaType })
    spooled = marked.spooled
    const look = await lookOf(deps, spooled, facts.mediaType, task.keyId)
    const id = newFileId(deps.random)
    await deps.files.keep(id, spooled)
    const { bytes, sha256 } = spooled
    const record = {
      id,
      taskId: task.id,
      keyId: task.keyId,
      role,
      position,
      ...facts,
      bytes,
      sha256,
      createdAt: deps.clock.now(),
      credentials: marked.credentials,
      pictureHash: look,
    }
    const remarks = content.from === 'stream' ? (content.remarks?.() ?? []) : []
    return { record, frame, warnings: [...remarks, ...marked.warnings] }
  } catch (error) {
    await spooled.discard()
    throw error
  }
}

// Larger pictures are seldom passed on.
const MOST_LOOKED_AT_BYTES = 64 * 2 ** 20

/**
 * The look of a picture, for later questions about the origin of a copy. If this fails, the picture is kept without it.
 */
async function lookOf(
  { looksAtPictures = false, bytesAt, images, log }: SaveDeps,
  { path, bytes, whole }: Spooled,
  mediaType: string,
  keyId: string,
): Promise<string | null> {
  if (!looksAtPictures || !mediaType.startsWith('image/') || bytes > MOST_LOOKED_AT_BYTES) return null
  try {
    const all = whole ?? (await bytesAt?.(path))
    if (all === undefined) return null
    return pictureHash(await images.decode(all, LOOK_SIDE, keyId))
  } catch (error) {
    log.warn('the look-alike hash of a picture could not be computed', { error })
    return null
  }
}

async function frameOf(
  deps: SaveDeps,
  spooled: Spooled,
  { task, output, role }: Saving,
): Promise<EngineBytes | undefined> {
  if (task.kind !== 'video' || role !== 'output' || output.cover !== undefined) return undefined
  const bytes = await deps.coverOf?.(spooled.path)
  return bytes === undefined ? undefined : { from: 'memory', bytes }
}

/** A frame is as large as its clip, so it shows the size that the provider did not report. */
function sizeOf(clip: FileRecord, frame: FileRecord): Pick<FileRecord, 'width' | 'height'> {
  return { width: clip.width ?? frame.width, height: clip.height ?? frame.height }
}

async function receive(deps: SaveDeps, content: EngineBytes, signal: AbortSignal | undefined): Promise<Spooled> {
  const limit = { maxBytes: deps.maxOutputBytes, tooLarge: 'provider_error' } as const
  try {
    return await deps.files.spool(await openContent(deps, content, signal), limit)
  } catch (error) {
    if (!(error instanceof BodyError)) throw error
    if (error.fault === 'unreachable')
      throw new Unfetched('The provider made a result, but it could not be read completely.', error)
    const message = 'The provider made a result, but it is too large for this service.'
    throw new AppError('provider_error', message, { cause: error })
  }
}

async function openContent(
  deps: SaveDeps,
  content: EngineBytes,
  signal: AbortSignal | undefined,
): Promise<AsyncIterable<Uint8Array>> {
  if (content.from === 'memory') return inMemory(content.bytes)
  if (content.from === 'stream') return content.open(signal)
  const answer = await deps.fetch.request({
    url: content.url,
    method: 'GET',
    headers: {},
    maxRedirects: FETCH_REDIRECTS,
    deadlineMs: FETCH_DEADLINE_MS,
    maxBytes: deps.maxOutputBytes,
    excess: 'fail',
    minBytesPerSecond: FETCH_MIN_BYTES_PER_SECOND,
    ...(signal === undefined ? {} : { signal }),
  })
  if (answer.ok && answer.status === 200) return answer.body
  if (answer.ok) answer.discard()
  deps.log.warn('result not fetched', {
    host: URL.parse(content.url)?.host,
    detail: answer.ok ? `status ${answer.status}` : answer.detail,
  })
  const message = 'The provider made a result, but it could not be fetched from its URL.'
  const passes = answer.ok ? mayPass(answer.status) : answer.final !== true
  throw passes ? new Unfetched(message) : new AppError('provider_error', message)
}

async function* inMemory(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** The type of a picture that was converted here. */
function typeOf({ head }: Spooled): Partial<Pick<FileRecord, 'mediaType' | 'extension'>> {
  const type = sniffMediaType(head)
  return type === undefined ? {} : { mediaType: type.mediaType, extension: type.extension }
}

type Facts = Pick<FileRecord, 'mediaType' | 'extension' | 'width' | 'height' | 'durationMs' | 'clip'>

/** The type comes from the bytes: a provider's error page must never be served as a picture. */
async function describe(deps: SaveDeps, spooled: Spooled, saving: Saving): Promise<Facts> {
  const { task, output, role, signal, stopping, onHeldUp } = saving
  const type = sniffMediaType(spooled.head)
  const expected = role === 'cover' ? 'image' : task.kind
  if (type?.family !== expected)
    throw new AppError('provider_error', `The model's result is not ${expected === 'image' ? 'an image' : 'a video'}.`)
  const { mediaType, extension } = type
  const repeating = { taskId: task.id, what: 'examined', isRequired: true, signal, stopping, onHeldUp }
  const examine = (): Promise<Examined> =>
    type.family === 'video' ? clipFacts(deps, spooled, output) : pictureFacts(deps, spooled, task.keyId)
  const found = await repeatStep(deps, repeating, () => examine().catch((error) => unlessJudged(deps, task, error)))
  if (found.kind === 'failed')
    throw new AppError('provider_error', `The result was not saved, because ${found.reason}.`)
  const { width, height, durationMs, clip } = found
  return { mediaType, extension, width, height, durationMs, clip }
}

type Examined = { kind: 'examined' } & Omit<Facts, 'mediaType' | 'extension'>

/** Every other error, such as one of a process that cannot be started, says nothing about the file. */
function unlessJudged({ log }: SaveDeps, { id: taskId }: Task, error: unknown): StepFailure {
  if (error instanceof AppError) throw error
  log.warn('a result could not be examined', { taskId, error })
  return { kind: 'failed', fault: 'outside', reason: 'the examination could not be carried out' }
}

async function pictureFacts({ images }: SaveDeps, spooled: Spooled, keyId: string): Promise<Examined> {
  try {
    const { width, height } = await images.describe(spooled, OUTPUT_LIMITS, keyId)
    return { kind: 'examined', width, height, durationMs: null, clip: null }
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    throw new AppError('provider_error', `The model's result is not a readable image.`, { cause })
  }
}

async function clipFacts(deps: SaveDeps, { path }: Spooled, output: EngineOutput): Promise<Examined> {
  const found = await deps.describeClip?.(path)
  if (found !== undefined && 'damaged' in found)
    throw new AppError('provider_error', `The provider's file is damaged: ${found.damaged}.`)
  // The content of the file counts, whatever the provider says about it.
  const { width = null, height = null, durationMs = null } = found ?? output
  const clip = found === undefined ? null : { fps: found.fps, hasAudio: found.hasAudio }
  return { kind: 'examined', width, height, durationMs, clip }
}

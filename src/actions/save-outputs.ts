import { AppError } from '../core/errors.ts'
import type { FileRecord } from '../core/file-record.ts'
import { sniffMediaType } from '../core/media-type.ts'
import type { Task } from '../core/task.ts'
import type { EngineBytes, EngineOutput } from '../ports/engine.ts'
import type { Spooled } from '../ports/files.ts'
import { newFileId, type ReferenceDeps } from './read-references.ts'

export type SaveDeps = ReferenceDeps & { maxOutputBytes: number }

const FETCH_DEADLINE_MS = 10 * 60_000
const FETCH_REDIRECTS = 3
// Our own engines and providers make pictures larger than what callers may send us.
const MAX_OUTPUT_PIXELS = 200_000_000

/** Copies results into our files before anyone is told of them. A failure leaves no bytes behind. */
export async function saveOutputs(deps: SaveDeps, task: Task, outputs: EngineOutput[]): Promise<FileRecord[]> {
  if (outputs.length === 0) throw new AppError('no_output', 'The model finished without a result.')
  const records: FileRecord[] = []
  try {
    for (const [position, output] of outputs.entries()) {
      records.push(await saveOne(deps, { task, position, output, role: 'output' }))
      if (output.cover !== undefined) {
        const cover = { content: output.cover }
        records.push(await saveOne(deps, { task, position, output: cover, role: 'cover' }))
      }
    }
    return records
  } catch (error) {
    await discardOutputs(deps, records)
    throw error
  }
}

/** Removes bytes that no task came to own. */
export async function discardOutputs(deps: Pick<SaveDeps, 'files'>, records: readonly FileRecord[]): Promise<void> {
  await Promise.all(records.map(({ id }) => deps.files.remove(id)))
}

type Saving = { task: Task; position: number; output: EngineOutput; role: 'output' | 'cover' }

async function saveOne(deps: SaveDeps, saving: Saving): Promise<FileRecord> {
  const { task, position, output, role } = saving
  const limit = { maxBytes: deps.maxOutputBytes, tooLarge: 'provider_error' } as const
  const spooled = await deps.files.spool(await openContent(deps, output.content), limit)
  try {
    const facts = await describe(deps, spooled, saving)
    const id = newFileId(deps.random)
    await deps.files.keep(id, spooled)
    const { bytes, sha256 } = spooled
    return {
      id,
      taskId: task.id,
      keyId: task.keyId,
      role,
      position,
      ...facts,
      bytes,
      sha256,
      createdAt: deps.clock.now(),
    }
  } finally {
    await spooled.discard()
  }
}

async function openContent(deps: SaveDeps, content: EngineBytes): Promise<AsyncIterable<Uint8Array>> {
  if (content.from === 'memory') return inMemory(content.bytes)
  if (content.from === 'stream') return content.open()
  const answer = await deps.fetch.request({
    url: content.url,
    method: 'GET',
    headers: {},
    maxRedirects: FETCH_REDIRECTS,
    deadlineMs: FETCH_DEADLINE_MS,
    maxBytes: deps.maxOutputBytes,
    excess: 'fail',
  })
  if (answer.ok && answer.status === 200) return answer.body
  if (answer.ok) answer.discard()
  deps.log.warn('result not fetched', {
    host: URL.parse(content.url)?.host,
    detail: answer.ok ? `status ${answer.status}` : answer.detail,
  })
  throw new AppError('provider_error', 'The provider made a result, but its address could not be read.')
}

async function* inMemory(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

type Facts = Pick<FileRecord, 'mediaType' | 'extension' | 'width' | 'height' | 'durationMs'>

/** The type comes from the bytes: a provider's error page must never be served as a picture. */
async function describe(deps: SaveDeps, spooled: Spooled, { task, output, role }: Saving): Promise<Facts> {
  const type = sniffMediaType(spooled.head)
  const expected = role === 'cover' ? 'image' : task.kind
  if (type?.family !== expected)
    throw new AppError('provider_error', `The model's result is not ${expected === 'image' ? 'an image' : 'a video'}.`)
  const { mediaType, extension } = type
  if (type.family === 'video') {
    return {
      mediaType,
      extension,
      width: output.width ?? null,
      height: output.height ?? null,
      durationMs: output.durationMs ?? null,
    }
  }
  try {
    const { width, height } = await deps.images.inspect(spooled, { maxPixels: MAX_OUTPUT_PIXELS })
    return { mediaType, extension, width, height, durationMs: null }
  } catch (cause) {
    throw new AppError('provider_error', `The model's result is not an image that can be read.`, { cause })
  }
}

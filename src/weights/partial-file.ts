import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, writeFile, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '../core/errors.ts'
import { isMissing, systemDisk } from '../files/disk.ts'
import { durableMove } from '../files/durable-move.ts'

/** Where a partial file came from, so that the rest is asked for by the same tag. */
export type PartialSource = { url: string; etag?: string | undefined }

/** A file on its way: bytes are written at its end and hashed as they pass. */
export type PartialFile = {
  readonly bytes: number
  readonly source: PartialSource | undefined
  /** True where it was put together from several answers: its digest may be wrong although no server sent a wrong byte. */
  readonly isJoined: boolean
  append(chunk: Uint8Array): Promise<void>
  /** Forgets what is there, because the server has another file now. */
  startOver(): Promise<void>
  cameFrom(source: PartialSource): Promise<void>
  sha256(): string
  /** Moves it to its place for good. */
  keepAs(path: string): Promise<void>
  /** Puts a file with the wrong digest aside, where `prune` finds it. */
  reject(): Promise<void>
  close(): Promise<void>
}

// Large enough that the loop below costs nothing next to the digest.
const READ_BYTES = 4 * 2 ** 20

/** Opens the partial file at `path`, with what an earlier attempt left there; that is hashed once more, since nobody else vouches for it. */
export async function openPartial(
  path: string,
  onHashed: (bytes: number) => void = () => {},
  write: WriteChunk = writeAll,
): Promise<PartialFile> {
  await mkdir(dirname(path), { recursive: true })
  const note = `${path}.json`
  let hash = createHash('sha256')
  let bytes = await hashInto(hash, path, onHashed)
  let source = bytes === 0 ? undefined : await readSource(note)
  let isJoined = bytes > 0
  const handle = await open(path, bytes === 0 ? 'w' : 'r+')
  const close = once(() => handle.close())
  return {
    get bytes() {
      return bytes
    },
    get source() {
      return source
    },
    get isJoined() {
      return isJoined
    },
    async append(chunk) {
      await write(handle, chunk, bytes).catch((error: unknown) => {
        throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? diskFull(error) : error
      })
      hash.update(chunk)
      bytes += chunk.length
    },
    async startOver() {
      await handle.truncate(0)
      hash = createHash('sha256')
      bytes = 0
      source = undefined
      isJoined = false
    },
    async cameFrom(now) {
      isJoined = bytes > 0
      if (source?.url === now.url && source.etag === now.etag) return
      source = now
      await writeFile(note, JSON.stringify(now))
    },
    sha256: () => hash.copy().digest('hex'),
    async keepAs(to) {
      await close()
      await mkdir(dirname(to), { recursive: true })
      await durableMove(systemDisk, dirname(to))(path, to)
      await rm(note, { force: true })
    },
    async reject() {
      await close()
      await rename(path, `${path}.rejected`)
      await rm(note, { force: true })
    },
    close,
  }
}

/** Adds all bytes of a file to a digest and counts them; a file that is not there has none. */
export async function hashInto(hash: Hash, path: string, onHashed: (bytes: number) => void): Promise<number> {
  let bytes = 0
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES }) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      bytes += chunk.length
      onHashed(bytes)
    }
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  return bytes
}

/** Writes all of a chunk at a position. */
export type WriteChunk = (handle: FileHandle, chunk: Uint8Array, at: number) => Promise<void>

const writeAll: WriteChunk = async (handle, chunk, at) => {
  for (let written = 0; written < chunk.length;)
    written += (await handle.write(chunk, written, chunk.length - written, at + written)).bytesWritten
}

/** What is said where the disk has no room; what was fetched stays. */
export function diskFull(cause?: unknown): AppError {
  const message =
    'The disk is full. The partial download is kept: free up space and run the same command again, or set MEDIAGEN_DATA_DIR to a larger disk.'
  return new AppError('storage_unavailable', message, { cause })
}

async function readSource(note: string): Promise<PartialSource | undefined> {
  try {
    const { url, etag } = JSON.parse(await readFile(note, 'utf8')) as Partial<PartialSource>
    return typeof url === 'string' ? { url, ...(typeof etag === 'string' && { etag }) } : undefined
  } catch {
    // Without it the rest is asked for without a tag, and the digest decides.
    return undefined
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= work())
}

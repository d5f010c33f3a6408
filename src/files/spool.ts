import { createHash, hash, webcrypto } from 'node:crypto'
import { open, readdir, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, type ErrorCode } from '../core/errors.ts'
import { randomBase62 } from '../core/text/random-text.ts'
import type { Spooled } from '../ports/files.ts'
import type { Random } from '../ports/runtime.ts'
import { isHeld, isMissing, systemDisk, whileHeld, type Disk } from './disk.ts'

// Enough for every type that we tell by its first bytes.
const HEAD_BYTES = 4_096
// Four times what comes over a line at once: each write wakes a thread, and costs more than its bytes when they are few.
const GATHERED_BYTES = 256 * 1024
// Below this the way to a thread and back costs more than the hash.
const HASHED_APART_BYTES = 128 * 1024

/** Streams bytes into a private temporary file, counting and hashing on the way. A failure leaves nothing behind. */
export async function spoolTo(
  folder: string,
  random: Random,
  source: AsyncIterable<Uint8Array>,
  limit: { maxBytes: number; tooLarge: ErrorCode },
): Promise<Spooled> {
  const path = join(folder, randomBase62(22, random.bytes))
  const discard = (): Promise<void> => whileHeld(systemDisk, () => systemDisk.remove(path))
  let handle: FileHandle | undefined
  // Opened with the first write, while the source is being read: one that fails lets go of the source as any other write.
  const opened = async (): Promise<FileHandle> => (handle ??= await open(path, 'wx', 0o600))
  try {
    try {
      const counted = await copy(opened, source, limit)
      return { path, ...counted, discard }
    } finally {
      await storage(async () => handle?.close())
    }
  } catch (error) {
    await discard()
    throw error
  }
}

async function copy(
  opened: () => Promise<FileHandle>,
  source: AsyncIterable<Uint8Array>,
  limit: { maxBytes: number; tooLarge: ErrorCode },
): Promise<Omit<Spooled, 'path' | 'discard'>> {
  const running = createHash('sha256')
  const head = Buffer.alloc(HEAD_BYTES)
  const file = gatheredWrites(opened)
  let bytes = 0
  let whole: Uint8Array | undefined
  try {
    for await (const chunk of source) {
      if (bytes + chunk.length > limit.maxBytes) throw tooLarge(limit)
      if (bytes === 0) whole = chunk
      else if (whole !== undefined) whole = void running.update(whole)
      if (whole === undefined) running.update(chunk)
      if (bytes < HEAD_BYTES) head.set(chunk.subarray(0, HEAD_BYTES - bytes), bytes)
      bytes += chunk.length
      await file.write(chunk)
    }
    // What came in one piece is hashed while it is written.
    const [sha256] = await Promise.all([whole === undefined ? running.digest('hex') : digestOf(whole), file.end()])
    const counted = { bytes, sha256, head: head.subarray(0, Math.min(bytes, HEAD_BYTES)) }
    return whole === undefined ? counted : { ...counted, whole }
  } finally {
    await file.idle()
  }
}

/** Large bytes are hashed by another thread: the event loop would stand still for milliseconds. */
async function digestOf(bytes: Uint8Array): Promise<string> {
  if (bytes.length < HASHED_APART_BYTES) return hash('sha256', bytes)
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString('hex')
}

type GatheredWrites = {
  write(chunk: Uint8Array): Promise<void>
  end(): Promise<void>
  /** Resolves once nothing is being written, well or badly: before that the file must not be closed. */
  idle(): Promise<void>
}

/** Few large writes instead of many small ones, each under way while the next bytes are received. */
function gatheredWrites(opened: () => Promise<FileHandle>): GatheredWrites {
  let gathered: Uint8Array[] = []
  let bytes = 0
  let writing: Promise<void> = Promise.resolve()
  const begin = async (): Promise<void> => {
    await writing
    const chunks = gathered
    gathered = []
    bytes = 0
    writing = storage(async () => writeAll(await opened(), chunks))
    // The next await hears of a failure; until then it must not end the process.
    writing.catch(() => undefined)
  }
  return {
    async write(chunk) {
      gathered.push(chunk)
      bytes += chunk.length
      if (bytes >= GATHERED_BYTES) await begin()
    },
    async end() {
      await begin()
      await writing
    },
    idle: () => writing.catch(() => undefined),
  }
}

/** A disk that has nearly run full takes a part of what it is given and reports no error: what is left must be offered again. */
async function writeAll(handle: FileHandle, chunks: readonly Uint8Array[]): Promise<void> {
  let left = chunks.filter(({ length }) => length > 0)
  while (left.length > 0) {
    const [first] = left
    const { bytesWritten } =
      left.length === 1 && first !== undefined ? await handle.write(first) : await handle.writev([...left])
    left = without(left, bytesWritten)
  }
}

function without(chunks: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let gone = bytes
  return chunks.flatMap((chunk) => {
    const rest = chunk.subarray(Math.min(gone, chunk.length))
    gone -= chunk.length - rest.length
    return rest.length === 0 ? [] : [rest]
  })
}

/** Removes files last written before this time; gives back how many. */
export async function sweepFolder(folder: string, time: number, disk: Disk = systemDisk): Promise<number> {
  let removed = 0
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(folder, entry.name)
    try {
      if ((await stat(path)).mtimeMs >= time) continue
      await whileHeld(disk, () => disk.remove(path))
      removed++
    } catch (error) {
      // Its owner was faster, or has it open: then it is swept another time.
      if (!isMissing(error) && !isHeld(disk, error)) throw error
    }
  }
  return removed
}

function tooLarge(limit: { maxBytes: number; tooLarge: ErrorCode }): AppError {
  const message = `A file is larger than ${Math.floor(limit.maxBytes / 2 ** 20)} MiB, the maximum.`
  return new AppError(limit.tooLarge, message, { param: 'image' })
}

/** A disk that is full or broken is ours to answer for; an upload that breaks off is not. */
async function storage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new AppError('storage_unavailable', 'The file storage is currently not accepting writes. Try again soon.', {
      cause,
    })
  }
}

import type * as Crypto from 'node:crypto'
import type * as FileSystem from 'node:fs/promises'
import { MediagenError } from './errors.ts'
import { nodeModule } from './node-module.ts'

/** Writes a stream to a path, which appears only when the file is complete and `check` accepts its SHA-256. */
export async function writeVerified(
  path: string,
  body: ReadableStream<Uint8Array>,
  check: (sha256: string) => void,
): Promise<void> {
  // Before the first await, because an unread body is cut off as soon as its response is garbage-collected.
  const reader = body.getReader()
  try {
    await writeAll(path, reader, check)
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

async function writeAll(
  path: string,
  reader: ReadableStreamDefaultReader<Uint8Array>,
  check: (sha256: string) => void,
): Promise<void> {
  const { open, rename, rm, hash } = await fileSystem()
  // Distinguished from connection errors: another attempt may solve those, but not a full disk.
  const disk = <T>(work: Promise<T>): Promise<T> =>
    work.catch((cause: unknown) => {
      const words = cause instanceof Error ? cause.message : String(cause)
      throw new MediagenError(`${path} cannot be written: ${words}`, { cause })
    })
  const unfinished = `${path}.${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36)}.part`
  const file = await disk(open(unfinished, 'wx'))
  try {
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        hash.update(part.value)
        await disk(file.writeFile(part.value))
      }
    } finally {
      await disk(file.close())
    }
    check(hash.digest('hex'))
    await disk(rename(unfinished, path))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function fileSystem() {
  try {
    const [{ open, rename, rm }, { createHash }] = await Promise.all([
      nodeModule<typeof FileSystem>('node:fs/promises'),
      nodeModule<typeof Crypto>('node:crypto'),
    ])
    return { open, rename, rm, hash: createHash('sha256') }
  } catch (cause) {
    throw new MediagenError('There is no file system here: use blob(), bytes() or stream() instead of save().', {
      cause,
    })
  }
}

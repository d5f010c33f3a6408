import { MediagenError } from './errors.ts'

/** Writes a stream to a path, which appears only when all of it is there and `check` agrees with its SHA-256. */
export async function writeVerified(
  path: string,
  body: ReadableStream<Uint8Array>,
  check: (sha256: string) => void,
): Promise<void> {
  const { open, rename, rm, hash } = await fileSystem()
  const unfinished = `${path}.${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36)}.part`
  const file = await open(unfinished, 'wx')
  try {
    try {
      for await (const bytes of chunksOf(body)) {
        hash.update(bytes)
        await file.writeFile(bytes)
      }
    } finally {
      await file.close()
    }
    check(hash.digest('hex'))
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

async function fileSystem() {
  try {
    // Names that bundlers for browsers do not see: nothing of Node gets into a page.
    const [{ open, rename, rm }, { createHash }] = await Promise.all([
      import('node:fs/promises'),
      import('node:crypto'),
    ])
    return { open, rename, rm, hash: createHash('sha256') }
  } catch (cause) {
    throw new MediagenError('There is no file system here: use blob(), bytes() or stream() in place of save().', {
      cause,
    })
  }
}

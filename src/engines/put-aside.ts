import { createReadStream } from 'node:fs'
import type { EngineBytes, EngineOutput } from '../ports/engine.ts'
import type { Files } from '../ports/files.ts'

// What is no larger stays in memory: a picture, as most are. Sixteen jobs at once hold 64 MiB of them.
const IN_MEMORY_BYTES = 4 * 2 ** 20

/** Where the large parts of an answer go. */
export type Spool = Files['spool']

/**
 * Takes bytes in as they come: small ones are held, large ones go to a file as soon as they are known to be large, so
 * that a clip inside an answer costs disk and not memory. Without a spool everything is held.
 */
export async function putAside(bytes: AsyncIterator<Uint8Array>, spool: Spool | undefined): Promise<EngineBytes> {
  const held: Uint8Array[] = []
  let total = 0
  while (spool === undefined || total <= IN_MEMORY_BYTES) {
    const { done, value } = await bytes.next()
    if (done === true) return { from: 'memory', bytes: Buffer.concat(held) }
    held.push(value)
    total += value.length
  }
  // The answer as a whole is limited where it is read.
  const limit = { maxBytes: Infinity, tooLarge: 'provider_error' } as const
  const spooled = await spool(heldThen(held, bytes), limit)
  return {
    from: 'stream',
    open: async (signal) => createReadStream(spooled.path, signal === undefined ? {} : { signal }),
    discard: () => spooled.discard(),
  }
}

/** Removes parts that became no output: signatures of thoughts, earlier drafts. */
export async function discardParts(parts: readonly EngineBytes[], outputs: readonly EngineOutput[]): Promise<void> {
  const used = new Set(outputs.map(({ content }) => content))
  await Promise.all(
    parts.map(async (part) => {
      if (part.from === 'stream' && !used.has(part)) await part.discard?.()
    }),
  )
}

async function* heldThen(held: Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let chunk = held.shift(); chunk !== undefined; chunk = held.shift()) yield chunk
  yield* { [Symbol.asyncIterator]: () => rest }
}

import { createReadStream } from 'node:fs'
import { byteBudget, type ByteBudget } from '../core/byte-budget.ts'
import type { EngineBytes, EngineOutput } from '../ports/engine.ts'
import type { Files } from '../ports/files.ts'

// What is no larger stays in memory, as most pictures are, while there is room for it.
const IN_MEMORY_BYTES = 4 * 2 ** 20
// All that is held of answers, whichever provider they come from. What finds no room goes to disk, as if it were large.
const HELD = byteBudget({ total: 64 * 2 ** 20, each: 64 * 2 ** 20 })
const STEP_BYTES = 2 ** 20

// Not every answer becomes a result that somebody lets go: the bytes of the others count until they are collected.
const collected = new FinalizationRegistry<() => void>((free) => free())

/** Where the large parts of an answer go. */
export type Spool = Files['spool']

/**
 * Takes bytes in as they come: small ones are held while there is room, large ones go to a file as soon as they are known to
 * be large, so that a clip inside an answer costs disk and not memory. Without a spool everything is held.
 */
export async function putAside(bytes: AsyncIterator<Uint8Array>, spool: Spool | undefined): Promise<EngineBytes> {
  if (spool === undefined) return { from: 'memory', bytes: Buffer.concat(await Array.fromAsync(iterable(bytes))) }
  const held: Uint8Array[] = []
  const room = memory(HELD)
  try {
    for (let total = 0; total <= IN_MEMORY_BYTES && room.reach(total);) {
      const { done, value } = await bytes.next()
      if (done === true) return inMemory(Buffer.concat(held), room.free)
      held.push(value)
      total += value.length
    }
    // The answer as a whole is limited where it is read.
    const limit = { maxBytes: Infinity, tooLarge: 'provider_error' } as const
    const spooled = await spool(heldThen(held, bytes), limit)
    room.free()
    return {
      from: 'stream',
      open: async (signal) => createReadStream(spooled.path, signal === undefined ? {} : { signal }),
      discard: () => spooled.discard(),
    }
  } catch (error) {
    room.free()
    throw error
  }
}

function inMemory(bytes: Uint8Array, free: () => void): EngineBytes {
  collected.register(bytes, free)
  return { from: 'memory', bytes, discard: async () => free() }
}

/** Memory that is taken from a budget as it is needed. */
function memory(budget: ByteBudget): { reach: (bytes: number) => boolean; free: () => void } {
  const taken: (() => void)[] = []
  return {
    reach(bytes) {
      while (taken.length * STEP_BYTES <= bytes) {
        const free = budget.takeNow('', STEP_BYTES)
        if (free === undefined) return false
        taken.push(free)
      }
      return true
    },
    free() {
      for (const free of taken.splice(0)) free()
    },
  }
}

/** Removes parts that became no output: signatures of thoughts, earlier drafts. */
export async function discardParts(parts: readonly EngineBytes[], outputs: readonly EngineOutput[]): Promise<void> {
  const used = new Set(outputs.map(({ content }) => content))
  await Promise.all(
    parts.map(async (part) => {
      if (part.from !== 'url' && !used.has(part)) await part.discard?.()
    }),
  )
}

async function* heldThen(held: Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let chunk = held.shift(); chunk !== undefined; chunk = held.shift()) yield chunk
  yield* iterable(rest)
}

function iterable(iterator: AsyncIterator<Uint8Array>): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => iterator }
}

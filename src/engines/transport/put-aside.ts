import { createReadStream } from 'node:fs'
import { byteBudget, type ByteBudget } from '../../core/files/byte-budget.ts'
import { unreadFile } from '../../core/files/unread-file.ts'
import type { EngineBytes, EngineOutput } from '../../ports/engine.ts'
import type { Files } from '../../ports/files.ts'

// What is no larger stays in memory, as most pictures are, while there is room for it.
const IN_MEMORY_BYTES = 4 * 2 ** 20
// All that is held of answers, whichever provider they come from. What finds no room goes to disk, as if it were large.
const HELD = byteBudget({ total: 64 * 2 ** 20, each: 64 * 2 ** 20 })
const STEP_BYTES = 2 ** 20

// Not every answer becomes a result that somebody lets go: the bytes of the others count until they are collected.
const collected = new FinalizationRegistry<() => void>((free) => free())

/** Where the large parts of an answer go. */
export type Spool = Files['spool']

/** A part of an answer on its way. */
export type ComingPart = {
  /** The most that it can have, where that is known before. */
  mostBytes: number | undefined
  /** Its bytes as they come; where memory is given, they are written there in a row as far as it reaches. */
  bytes(into?: Buffer): AsyncIterator<Uint8Array>
}

/**
 * Takes bytes in as they come: small ones are held while there is room, large ones go to a file as soon as they are known to
 * be large, so that a clip inside an answer costs disk and not memory. Without a spool everything is held.
 */
export async function putAside(part: ComingPart, spool: Spool | undefined): Promise<EngineBytes> {
  if (spool === undefined) return { from: 'memory', bytes: joined(await Array.fromAsync(iterable(part.bytes()))) }
  const held: Uint8Array[] = []
  const room = memory(HELD)
  try {
    const ahead = memoryAhead(part, room)
    const bytes = part.bytes(ahead)
    for (let total = 0; total <= IN_MEMORY_BYTES && room.reach(total);) {
      const { done, value } = await bytes.next()
      if (done === true) {
        const whole = joined(held, ahead)
        room.shrink(whole.buffer.byteLength)
        return inMemory(whole, () => room.free())
      }
      held.push(value)
      total += value.length
    }
    // The answer as a whole is limited where it is read.
    const limit = { maxBytes: Infinity, tooLarge: 'provider_error' } as const
    const spooled = await spool(heldThen(held, bytes), limit)
    room.free()
    return {
      from: 'stream',
      open: async (signal) => fromDisk(spooled.path, signal),
      discard: () => spooled.discard(),
    }
  } catch (error) {
    room.free()
    throw error
  }
}

/** Its only copy: an error that would end its task drops what was paid for. */
async function* fromDisk(path: string, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, signal === undefined ? {} : { signal }) as AsyncIterable<Uint8Array>
  } catch (error) {
    throw unreadFile(error)
  }
}

type Memory = Buffer<ArrayBuffer>

/** One piece of memory for all that will come: many small ones keep the garbage collector busier than anything else here. */
function memoryAhead({ mostBytes = Infinity }: ComingPart, room: Room): Memory | undefined {
  return mostBytes <= IN_MEMORY_BYTES && room.reach(mostBytes) ? Buffer.allocUnsafeSlow(mostBytes) : undefined
}

/** Pieces as one, in memory that is shared with nobody: where they lie, unless that is not in a row or mostly unused. */
function joined(pieces: readonly Uint8Array[], ahead?: Memory): Memory {
  const total = pieces.reduce((sum, { length }) => sum + length, 0)
  const inRow = ahead !== undefined && pieces.every(({ buffer }) => buffer === ahead.buffer)
  if (inRow && total * 2 >= ahead.length) return ahead.subarray(0, total)
  const whole = Buffer.allocUnsafeSlow(total)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/**
 * Memory of so many megabytes is given back as soon as nobody needs it. The garbage collector would find it, too; but it goes
 * by the bytes that it has not yet looked at, and would go through everything there is for every ten pictures.
 */
function inMemory(bytes: Memory, free: () => void): EngineBytes {
  collected.register(bytes, free)
  const discard = async (): Promise<void> => {
    free()
    if (!bytes.buffer.detached) bytes.buffer.transfer(0)
  }
  return { from: 'memory', bytes, discard }
}

type Room = {
  /** Sees to room for so many bytes in all; false when there is none. */
  reach(bytes: number): boolean
  /** Gives back what so many bytes do not need. */
  shrink(bytes: number): void
  free(): void
}

/** Memory that is taken from a budget as it is needed. */
function memory(budget: ByteBudget): Room {
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
    shrink(bytes) {
      for (const free of taken.splice(Math.floor(bytes / STEP_BYTES) + 1)) free()
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

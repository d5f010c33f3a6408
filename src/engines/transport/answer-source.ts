import { byteBudget } from '../../core/files/byte-budget.ts'
import { TransportError } from './connection.ts'

/** An answer that is read piece by piece; what was taken too much can be put back. */
export type AnswerSource = {
  take(): Promise<Uint8Array | undefined>
  putBack(rest: Uint8Array): void
  /** How much is still to come at most, where the answer told its length before it began. */
  left(): number | undefined
}

/** Reads from a body and counts: past `maxBytes` the answer is larger than anything we take. */
export function answerSource(body: AsyncIterable<Uint8Array>, maxBytes: number, length?: number): AnswerSource {
  const iterator = body[Symbol.asyncIterator]()
  let held: Uint8Array | undefined
  let total = 0
  return {
    async take() {
      if (held !== undefined) {
        const chunk = held
        held = undefined
        return chunk
      }
      const { done, value } = await iterator.next()
      if (done === true) return undefined
      total += value.length
      if (total > maxBytes)
        throw new TransportError(true, `a response of more than ${maxBytes} bytes`, { tooLarge: true })
      return value
    },
    putBack(rest) {
      if (rest.length > 0) held = rest
    },
    left: () => (length === undefined ? undefined : Math.max(0, length - total) + (held?.length ?? 0)),
  }
}

/** The most that is held of an answer without pictures and clips. */
export const MAX_HELD_BYTES = 128 * 2 ** 20
// A state is a few lines, a long history some hundred kilobytes. Of those that are larger, one at a time is held.
const SMALL_BYTES = 2 ** 20
const LARGE = byteBudget({ total: MAX_HELD_BYTES, each: MAX_HELD_BYTES })

/** The rest of an answer, held in memory. A large one waits until no other such is, with its bytes on the line. */
export async function readAll(source: AnswerSource, signal: AbortSignal): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  let free: (() => void) | undefined
  try {
    for (let chunk = await source.take(); chunk !== undefined; chunk = await source.take()) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > SMALL_BYTES) free ??= await LARGE.take('', MAX_HELD_BYTES, signal)
    }
    return Buffer.concat(chunks)
  } finally {
    free?.()
  }
}

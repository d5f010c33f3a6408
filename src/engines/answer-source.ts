import { TransportError } from './transport-error.ts'

/** An answer that is read piece by piece; what was taken too much can be put back. */
export type AnswerSource = {
  take(): Promise<Uint8Array | undefined>
  putBack(rest: Uint8Array): void
}

/** Reads from a body and counts: past `maxBytes` the answer is larger than anything we take. */
export function answerSource(body: AsyncIterable<Uint8Array>, maxBytes: number): AnswerSource {
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
        throw new TransportError(true, `an answer of more than ${maxBytes} bytes`, { tooLarge: true })
      return value
    },
    putBack(rest) {
      if (rest.length > 0) held = rest
    },
  }
}

/** The rest of an answer, held in memory. */
export async function readAll(source: AnswerSource): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for (let chunk = await source.take(); chunk !== undefined; chunk = await source.take()) chunks.push(chunk)
  return Buffer.concat(chunks)
}

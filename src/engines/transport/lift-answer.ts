import type { EngineBytes } from '../../ports/engine.ts'
import type { AnswerSource } from './answer-source.ts'
import { base64Start, base64String, decodedLength } from './base64-string.ts'
import { putAside, type Spool } from './put-aside.ts'
import { TransportError } from './connection.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
// Prompts, signatures of thoughts and addresses are shorter; the smallest pictures may stay where they are.
const LIFT_FROM_BYTES = 64 * 1024
// What is left of an answer without its pictures and clips. More than this is no answer that anyone reads.
const MAX_TEXT_BYTES = 8 * 2 ** 20
const MARK = 'mediagen-part-'

export type Lifting = { parts: EngineBytes[]; spool: Spool | undefined }

/** The part that stands behind bytes which a package believes to be a result. */
export function partBehind(bytes: Uint8Array, parts: readonly EngineBytes[]): EngineBytes | undefined {
  if (bytes.length > MARK.length + 6) return undefined
  const text = Buffer.from(bytes).toString('latin1')
  return text.startsWith(MARK) ? parts[Number(text.slice(MARK.length))] : undefined
}

/** A whole body as one part; what is given back stands for it. */
export async function liftBody(source: AnswerSource, { parts, spool }: Lifting): Promise<Uint8Array> {
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    for (let chunk = await source.take(); chunk !== undefined; chunk = await source.take()) yield chunk
  }
  const mark = Buffer.from(`${MARK}${parts.length}`)
  parts.push(await putAside({ mostBytes: undefined, bytes: chunks }, spool))
  return mark
}

/**
 * The text of a JSON answer in which every long string of base64 is replaced by a short one that stands for it. The
 * bytes themselves are decoded as they arrive: parsed as a whole, an answer costs eight times its size in memory.
 */
export async function liftJson(source: AnswerSource, lifting: Lifting): Promise<Uint8Array> {
  const text: Uint8Array[] = []
  let length = 0
  const keep = (bytes: Uint8Array): void => {
    length += bytes.length
    if (length > MAX_TEXT_BYTES)
      throw new TransportError(true, `a response of more than ${MAX_TEXT_BYTES} bytes of text`, { tooLarge: true })
    text.push(bytes)
  }
  for (let chunk = await source.take(); chunk !== undefined; chunk = await source.take()) {
    const opening = chunk.indexOf(QUOTE)
    if (opening === -1) {
      keep(chunk)
      continue
    }
    keep(chunk.subarray(0, opening + 1))
    source.putBack(chunk.subarray(opening + 1))
    await liftString(source, lifting, keep)
  }
  return Buffer.concat(text)
}

/** Reads one string past its closing quote. */
async function liftString(source: AnswerSource, lifting: Lifting, keep: (bytes: Uint8Array) => void): Promise<void> {
  let begun: Uint8Array = Buffer.alloc(0)
  while (begun.length < LIFT_FROM_BYTES) {
    const chunk = await source.take()
    if (chunk === undefined) return keep(begun)
    const looked = begun.length
    begun = looked === 0 ? chunk : Buffer.concat([begun, chunk])
    const end = closingQuote(begun)
    if (end === -1) continue
    keep(begun.subarray(0, end + 1))
    return source.putBack(begun.subarray(end + 1))
  }
  const start = base64Start(begun)
  if (start === undefined) return keepString(source, begun, keep)
  keep(begun.subarray(0, start))
  const mark = Buffer.from(`${MARK}${lifting.parts.length}`).toString('base64')
  const base64 = begun.subarray(start)
  const left = source.left()
  const mostBytes = left === undefined ? undefined : decodedLength(base64.length + left)
  const bytes = (into?: Buffer): AsyncGenerator<Uint8Array> => base64String(source, base64, into)
  lifting.parts.push(await putAside({ mostBytes, bytes }, lifting.spool))
  keep(Buffer.from(`${mark}"`))
}

/** A long string that is no base64 is kept as it is. */
async function keepString(source: AnswerSource, begun: Uint8Array, keep: (bytes: Uint8Array) => void): Promise<void> {
  let chunk: Uint8Array | undefined = begun
  let escaped = false
  for (; chunk !== undefined; chunk = await source.take()) {
    for (const [at, byte] of chunk.entries()) {
      if (!escaped && byte === QUOTE) {
        keep(chunk.subarray(0, at + 1))
        return source.putBack(chunk.subarray(at + 1))
      }
      escaped = !escaped && byte === BACKSLASH
    }
    keep(chunk)
  }
}

/** Where a string that begins here ends; a quote after an odd number of backslashes does not end it. */
function closingQuote(text: Uint8Array): number {
  for (let at = text.indexOf(QUOTE); at !== -1; at = text.indexOf(QUOTE, at + 1)) {
    let slashes = 0
    while (text[at - 1 - slashes] === BACKSLASH) slashes++
    if (slashes % 2 === 0) return at
  }
  return -1
}

import { isAscii } from 'node:buffer'
import type { AnswerSource } from './answer-source.ts'
import { TransportError } from './connection.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const ALPHABET = /^[A-Za-z0-9+/_-]*={0,2}$/
/** What JSON may put in the place of a character of base64, or between two. */
const ESCAPES: Readonly<Record<string, string>> = { '\\/': '/', '\\n': '', '\\r': '' }
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|[/nr])/g
const CUT_ESCAPE = /\\(?:u[0-9a-fA-F]{0,3})?$/
// No text goes on for so long without a space, and looking at all of a first chunk takes most of a millisecond.
const LOOKED_AT_BYTES = 4_096
const LONGEST_CUT = '\\u000'.length
const DATA_URL = /^data:(?:[\w.+-]|\\?\/)*(?:;[\w.+=-]+)*;base64,/

/** Where base64 begins in the beginning of a string: 0, or after `data:…;base64,`; undefined when it is none. */
export function base64Start(beginning: Uint8Array): number | undefined {
  const text = latin1(beginning.subarray(0, LOOKED_AT_BYTES))
  const start = DATA_URL.exec(text)?.[0].length ?? 0
  return ALPHABET.test(unescaped(text.slice(start).replace(CUT_ESCAPE, ''))) ? start : undefined
}

/** The most bytes that so many characters of base64 can stand for. */
export function decodedLength(characters: number): number {
  return Math.ceil((characters * 3) / 4)
}

/**
 * The bytes that a JSON string spells in base64, up to its closing quote; what follows is put back. They are written into
 * the memory given, each piece behind the last, as far as it reaches.
 */
export async function* base64String(
  source: AnswerSource,
  beginning: Uint8Array,
  into?: Buffer,
): AsyncGenerator<Uint8Array> {
  const decode = decoderInto(into)
  let cut = ''
  let rest = ''
  for (let chunk: Uint8Array | undefined = beginning; ; chunk = await source.take()) {
    if (chunk === undefined) throw new TransportError(true, 'a response that ends inside a string')
    const quote = chunk.indexOf(QUOTE)
    const isLast = quote !== -1
    const raw = asBuffer(chunk, isLast ? quote : chunk.length)
    let plain = raw
    if (cut !== '' || raw.includes(BACKSLASH)) ({ plain, cut } = withoutEscapes(cut + latin1(raw), isLast))
    if (!isAscii(plain)) throw broken()
    const over = isLast ? 0 : (rest.length + plain.length) % 4
    if (over > plain.length) rest += latin1(plain)
    else {
      const end = plain.length - over
      const lead = rest === '' ? 0 : 4 - rest.length
      const texts = [rest + plain.toString('latin1', 0, lead), plain.toString('latin1', lead, end)]
      rest = plain.toString('latin1', end)
      yield decode(texts)
    }
    if (isLast) return source.putBack(chunk.subarray(quote + 1))
  }
}

/**
 * Decodes texts that follow each other. Put together they would be copied once more, and those copies are most of what the
 * garbage collector would have to do. The decoder skips what is no base64: counting what came of it is ten times as fast as
 * looking at each character before.
 */
function decoderInto(into: Buffer = Buffer.alloc(0)): (texts: readonly string[]) => Uint8Array {
  let used = 0
  return (texts) => {
    const tail = texts.map((text) => text.slice(-2)).join('')
    const padding = tail.endsWith('==') ? 2 : tail.endsWith('=') ? 1 : 0
    const characters = texts.reduce((sum, text) => sum + text.length, 0)
    const length = Math.floor(((characters - padding) * 3) / 4)
    const target = used + length <= into.length ? into.subarray(used, used + length) : Buffer.allocUnsafeSlow(length)
    if (target.buffer === into.buffer) used += length
    let written = 0
    for (const text of texts) written += target.write(text, written, 'base64')
    if (written !== length) throw broken()
    return target
  }
}

function broken(): TransportError {
  return new TransportError(true, 'a response with broken base64')
}

/** A text without its escapes, and the beginning of one that is cut off at its end. */
function withoutEscapes(raw: string, isLast: boolean): { plain: Buffer; cut: string } {
  const cut = isLast ? '' : (CUT_ESCAPE.exec(raw.slice(-LONGEST_CUT))?.[0] ?? '')
  // As UTF-8, in which a letter beyond ASCII cannot pass for another.
  return { plain: Buffer.from(unescaped(raw.slice(0, raw.length - cut.length))), cut }
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(ESCAPE, (escape, hex: string | undefined) =>
    hex === undefined ? (ESCAPES[escape] ?? escape) : String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

function latin1(bytes: Uint8Array): string {
  return asBuffer(bytes, bytes.length).toString('latin1')
}

function asBuffer({ buffer, byteOffset }: Uint8Array, length: number): Buffer {
  return Buffer.from(buffer, byteOffset, length)
}

import type { AnswerSource } from './answer-source.ts'
import { TransportError } from './transport-error.ts'

const QUOTE = 0x22
const ALPHABET = /^[A-Za-z0-9+/_-]*={0,2}$/
/** What JSON may put in the place of a character of base64, or between two. */
const ESCAPES: Readonly<Record<string, string>> = { '\\/': '/', '\\n': '', '\\r': '' }
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|[/nr])/g
const CUT_ESCAPE = /\\(?:u[0-9a-fA-F]{0,3})?$/
const LONGEST_CUT = '\\u000'.length
const DATA_URL = /^data:(?:[\w.+-]|\\?\/)*(?:;[\w.+=-]+)*;base64,/

/** Where base64 begins in the beginning of a string: 0, or after `data:…;base64,`; undefined when it is none. */
export function base64Start(beginning: Uint8Array): number | undefined {
  const text = Buffer.from(beginning).toString('latin1')
  const start = DATA_URL.exec(text)?.[0].length ?? 0
  return ALPHABET.test(unescaped(text.slice(start).replace(CUT_ESCAPE, ''))) ? start : undefined
}

/** The bytes that a JSON string spells in base64, up to its closing quote; what follows is put back. */
export async function* base64String(source: AnswerSource, beginning: Uint8Array): AsyncGenerator<Uint8Array> {
  let cut = ''
  let rest = ''
  for (let chunk: Uint8Array | undefined = beginning; ; chunk = await source.take()) {
    if (chunk === undefined) throw new TransportError(true, 'an answer that ends inside of a string')
    const end = chunk.indexOf(QUOTE)
    const raw: string = cut + latin1(chunk, end === -1 ? chunk.length : end)
    cut = end === -1 ? (CUT_ESCAPE.exec(raw.slice(-LONGEST_CUT))?.[0] ?? '') : ''
    const text: string = rest + unescaped(raw.slice(0, raw.length - cut.length))
    const whole = end === -1 ? text.length - (text.length % 4) : text.length
    rest = text.slice(whole)
    if (whole > 0) yield decoded(text.slice(0, whole))
    if (end !== -1) return source.putBack(chunk.subarray(end + 1))
  }
}

/**
 * The decoder skips what is no base64, and of letters beyond ASCII it sees a part only. Counting what came of it is ten times
 * as fast as looking at each character before.
 */
function decoded(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'base64')
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const isPure =
    bytes.length === Math.floor(((text.length - padding) * 3) / 4) && Buffer.byteLength(text) === text.length
  if (!isPure) throw new TransportError(true, 'an answer with broken base64')
  return bytes
}

function latin1({ buffer, byteOffset }: Uint8Array, length: number): string {
  return Buffer.from(buffer, byteOffset, length).toString('latin1')
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(ESCAPE, (escape, hex: string | undefined) =>
    hex === undefined ? (ESCAPES[escape] ?? escape) : String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

import { malformed, notUtf8 } from './json-rules.ts'

/** The position of a reader in bytes that arrive in chunks. */
export type ByteCursor = {
  /** The available bytes, and the index of the next one. */
  chunk: Buffer
  at: number
  /** Makes the next byte available; false at the end. */
  fill(): Promise<boolean>
  /** Releases the source, even before its end. */
  close(): Promise<void>
}

export function byteCursor(chunks: AsyncIterable<Uint8Array>): ByteCursor {
  const source = chunks[Symbol.asyncIterator]()
  const cursor: ByteCursor = {
    chunk: Buffer.alloc(0),
    at: 0,
    async fill() {
      while (cursor.at >= cursor.chunk.length) {
        const next = await source.next()
        if (next.done === true) return false
        const { buffer, byteOffset, length } = next.value
        cursor.chunk = Buffer.from(buffer, byteOffset, length)
        cursor.at = 0
      }
      return true
    },
    async close() {
      await source.return?.()
    },
  }
  return cursor
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const LETTER_U = 0x75

/**
 * A string of a JSON document, piece by piece as it arrives and without its escapes; the cursor starts after the
 * opening quote and ends after the closing one.
 */
export async function* jsonString(cursor: ByteCursor): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let cutEscape: Buffer = Buffer.alloc(0)
  let halfPair = ''
  for (let isClosed = false; !isClosed;) {
    if (!(await cursor.fill())) throw malformed('a string has no end')
    const fresh = cursor.chunk.subarray(cursor.at)
    const bytes = cutEscape.length === 0 ? fresh : Buffer.concat([cutEscape, fresh])
    const end = endIn(bytes)
    isClosed = bytes[end] === QUOTE
    cursor.at = cursor.chunk.length - (isClosed ? bytes.length - end - 1 : 0)
    cutEscape = bytes.subarray(end)
    const text = halfPair + unescape(decode(decoder, bytes.subarray(0, end), isClosed))
    halfPair = isClosed ? '' : (/[\uD800-\uDBFF]$/.exec(text)?.[0] ?? '')
    const whole = text.slice(0, text.length - halfPair.length)
    if (whole !== '') yield whole
  }
}

const WHOLE = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A string that is completely available. */
export function wholeText(bytes: Uint8Array): string {
  return unescape(decode(WHOLE, bytes, true))
}

/**
 * Where the string that begins here ends in these bytes: at its closing quote, at an escape that they cut, or at their
 * end.
 */
export function endIn(bytes: Buffer, from = 0): number {
  const quote = bytes.indexOf(QUOTE, from)
  const plain = quote === -1 ? bytes.length : quote
  // Nearly all strings are plain, and a search for one byte is far faster than examining each.
  const escape = bytes.subarray(from, plain).indexOf(BACKSLASH)
  if (escape === -1) return plain
  let at = from + escape
  while (at < bytes.length && bytes[at] !== QUOTE) {
    if (bytes[at] !== BACKSLASH) {
      at++
      continue
    }
    const length = bytes[at + 1] === LETTER_U ? 6 : 2
    if (at + length > bytes.length) return at
    at += length
  }
  return at
}

function decode(decoder: TextDecoder, bytes: Uint8Array, isLast: boolean): string {
  try {
    return decoder.decode(bytes, { stream: !isLast })
  } catch (cause) {
    throw notUtf8(cause)
  }
}

const NOT_PLAIN = /[\\\p{Cc}]/u

/** The parser itself does it natively, and refuses what no JSON string may contain. */
function unescape(text: string): string {
  if (!NOT_PLAIN.test(text)) return text
  try {
    return JSON.parse(`"${text}"`) as string
  } catch (cause) {
    throw malformed(cause)
  }
}

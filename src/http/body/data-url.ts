import { AppError } from '../../core/errors.ts'

// A media type with its parameters; nobody means anything longer as a data: URL.
const MAX_HEAD_CHARACTERS = 1_024
const PERCENT = 0x25
const GROUP = 4
const HEX = new Map(Array.from('0123456789abcdefABCDEF', (digit) => [digit.charCodeAt(0), Number.parseInt(digit, 16)]))

/** Whether a text is meant to be a `data:` URL. */
export function isDataUrl(text: string): boolean {
  return /^data:/i.test(text)
}

/**
 * The bytes of a `data:` URL, piece by piece as its text arrives, so that no picture is ever held as a whole; its
 * declared type is not trusted.
 */
export async function* dataUrlBytes(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const source = pieces[Symbol.asyncIterator]()
  let head = ''
  while (!head.includes(',')) {
    const next = head.length > MAX_HEAD_CHARACTERS ? undefined : await source.next()
    if (next === undefined || next.done === true) throw invalid('has no comma')
    head += next.value
  }
  const comma = head.indexOf(',')
  const isBase64 = /;\s*base64\s*$/i.test(head.slice(Math.max(0, comma - MAX_HEAD_CHARACTERS), comma))
  const decode = isBase64 ? base64Decoder() : percentDecoder()
  yield decode.push(head.slice(comma + 1))
  for (let next = await source.next(); next.done !== true; next = await source.next()) yield decode.push(next.value)
  yield decode.end()
}

type Decoder = { push(text: string): Uint8Array; end(): Uint8Array }

function base64Decoder(): Decoder {
  // Some tools percent-encode the characters of base64 that have a meaning in URLs.
  const percent = percentDecoder()
  let isPlain = true
  // Base64 can only be cut between groups, and only the very last group may be padded.
  let rest = ''
  const take = (text: string): void => {
    // Line breaks are allowed, because many tools insert them.
    rest += /\s/.test(text) ? text.replaceAll(/\s+/g, '') : text
  }
  return {
    push(text) {
      isPlain &&= !text.includes('%')
      take(isPlain ? text : latin1(percent.push(text)))
      const end = Math.max(0, rest.length - (rest.length % GROUP) - GROUP)
      const whole = rest.slice(0, end)
      rest = rest.slice(end)
      const bytes = Buffer.from(whole, 'base64')
      // The decoder skips characters outside base64, so that the output is shorter; of characters beyond ASCII, it sees
      // only a part.
      const isPure = bytes.length === (whole.length / GROUP) * 3 && Buffer.byteLength(whole) === whole.length
      if (!isPure) throw invalid('is not valid base64')
      return bytes
    },
    end() {
      take(latin1(percent.end()))
      if (!isLastBase64(rest)) throw invalid('is not valid base64')
      return Buffer.from(rest, 'base64')
    },
  }
}

/** Without padding, a single remaining character cannot be a byte; with padding, the length is a multiple of four. */
function isLastBase64(text: string): boolean {
  const isWhole = text.endsWith('=') ? text.length % GROUP === 0 : text.length % GROUP !== 1
  return /^[A-Za-z0-9+/_-]*={0,2}$/.test(text) && isWhole
}

function percentDecoder(): Decoder {
  // An escape that began in the previous piece.
  let cut = Buffer.alloc(0)
  return {
    push(text) {
      const source = Buffer.concat([cut, Buffer.from(text, 'utf8')])
      const target = Buffer.allocUnsafe(source.length)
      let length = 0
      let at = 0
      for (; at < source.length; at++) {
        const byte = source[at] ?? 0
        if (byte !== PERCENT) target[length++] = byte
        else if (at + 2 >= source.length) break
        else {
          target[length++] = hexByte(source[at + 1], source[at + 2])
          at += 2
        }
      }
      cut = source.subarray(at)
      return target.subarray(0, length)
    },
    end() {
      if (cut.length > 0) throw brokenEscape()
      return cut
    },
  }
}

function hexByte(first: number | undefined, second: number | undefined): number {
  const high = HEX.get(first ?? 0)
  const low = HEX.get(second ?? 0)
  if (high === undefined || low === undefined) throw brokenEscape()
  return 16 * high + low
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
}

function brokenEscape(): AppError {
  return invalid('has a broken percent-encoding')
}

function invalid(what: string): AppError {
  const message = `A data: URL in image ${what}. Write data:image/png;base64,<data>.`
  return new AppError('invalid_image', message, { param: 'image' })
}

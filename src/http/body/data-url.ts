import { AppError } from '../../core/errors.ts'

// Each piece is checked and decoded in a fraction of a millisecond, so that a large picture does not hold up others.
const PIECE_CHARACTERS = 256 * 1024

/** Tells whether a text is meant to be a `data:` URL. */
export function isDataUrl(text: string): boolean {
  return /^data:/i.test(text)
}

/** The bytes behind a `data:` URL, piece by piece; what it says about their type is not believed. */
export async function* dataUrlBytes(text: string): AsyncGenerator<Uint8Array> {
  const comma = text.indexOf(',')
  if (comma === -1) throw invalid('has no comma')
  const body = text.slice(comma + 1)
  if (!/;\s*base64\s*$/i.test(text.slice(0, comma))) {
    yield percentDecode(body)
    return
  }
  // Some tools percent-encode the signs of base64 that mean something in addresses.
  yield* base64Bytes(body.includes('%') ? Buffer.from(percentDecode(body)).toString('latin1') : body)
}

function* base64Bytes(text: string): Generator<Uint8Array> {
  // What is left of the piece before: base64 can only be cut between groups of four characters.
  let rest = ''
  for (let start = 0; start < text.length; start += PIECE_CHARACTERS) {
    // Line breaks are allowed, because many tools put them there.
    const piece = rest + text.slice(start, start + PIECE_CHARACTERS).replaceAll(/\s+/g, '')
    const isLast = start + PIECE_CHARACTERS >= text.length
    const end = isLast ? piece.length : piece.length - (piece.length % 4)
    rest = piece.slice(end)
    const whole = piece.slice(0, end)
    if (!(isLast ? isLastBase64(whole) : /^[A-Za-z0-9+/_-]*$/.test(whole))) throw invalid('is not valid base64')
    yield Buffer.from(whole, 'base64')
  }
}

/** Without padding, a rest of one character cannot be a byte; with padding, the length is a multiple of four. */
function isLastBase64(text: string): boolean {
  return /^[A-Za-z0-9+/_-]*={0,2}$/.test(text) && (text.endsWith('=') ? text.length % 4 === 0 : text.length % 4 !== 1)
}

function percentDecode(text: string): Uint8Array {
  const source = Buffer.from(text, 'utf8')
  const target = Buffer.alloc(source.length)
  let length = 0
  for (let index = 0; index < source.length; index++) {
    if (source[index] !== 0x25) {
      target[length++] = source[index] ?? 0
      continue
    }
    const digits = source.toString('latin1', index + 1, index + 3)
    if (!/^[0-9A-Fa-f]{2}$/.test(digits)) throw invalid('has a broken percent-encoding')
    target[length++] = Number.parseInt(digits, 16)
    index += 2
  }
  return target.subarray(0, length)
}

function invalid(what: string): AppError {
  const message = `A data: URL in image ${what}. Write data:image/png;base64,<data>.`
  return new AppError('invalid_image', message, { param: 'image' })
}

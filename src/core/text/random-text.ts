const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const DIGITS = '0123456789'

/** A source of unpredictable bytes. */
export type RandomBytes = (length: number) => Uint8Array

/** `length` characters drawn evenly from an alphabet of at most 256 characters. */
function draw(alphabet: string, length: number, randomBytes: RandomBytes): string {
  // Bytes past the last whole multiple are discarded: a plain modulo would favour the first characters.
  const limit = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < limit && text.length < length) text += alphabet[byte % alphabet.length]
    }
  }
  return text
}

/** Random letters and digits: safe in URLs, and selected as a whole by a double click. */
export function randomBase62(length: number, randomBytes: RandomBytes): string {
  return draw(BASE62, length, randomBytes)
}

/** Random decimal digits; the first is never zero. */
export function randomDigits(length: number, randomBytes: RandomBytes): string {
  return draw(DIGITS.slice(1), 1, randomBytes) + draw(DIGITS, length - 1, randomBytes)
}

/** A whole number in base62, padded on the left with zeros. */
export function toBase62(value: number, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62)) text = `${BASE62[rest % 62]}${text}`
  return text
}

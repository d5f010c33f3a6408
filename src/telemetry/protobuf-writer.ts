// Wire types of Protocol Buffers.
const VARINT = 0
const FIXED64 = 1
const BYTES = 2

// Below this, a loop is faster than the way into native code.
const LONGEST_BY_HAND = 64
const LAST_OF_ASCII = 127

function isPlain(text: string): boolean {
  if (text.length > LONGEST_BY_HAND) return false
  for (let n = 0; n < text.length; n++) if (text.charCodeAt(n) > LAST_OF_ASCII) return false
  return true
}

/** Of a digit from 0 to f. */
function valueOf(code: number): number {
  return code < 58 ? code - 48 : code - 87
}

/** Writes messages of Protocol Buffers, field by field. Fields are numbered as in the definition of the message. */
export class ProtobufWriter {
  #buffer = Buffer.allocUnsafe(64 * 1024)
  #at = 0

  number(field: number, value: number): void {
    this.#tag(field, VARINT)
    this.#varint(value)
  }

  /** A whole number of nanoseconds, in eight bytes. */
  fixed64(field: number, value: bigint): void {
    this.#tag(field, FIXED64)
    this.#need(8)
    this.#at = this.#buffer.writeBigUInt64LE(value, this.#at)
  }

  text(field: number, value: string): void {
    this.#tag(field, BYTES)
    const bytes = isPlain(value) ? value.length : Buffer.byteLength(value)
    this.#varint(bytes)
    this.#need(bytes)
    if (bytes !== value.length || bytes > LONGEST_BY_HAND) this.#at += this.#buffer.write(value, this.#at)
    else for (let n = 0; n < bytes; n++) this.#buffer[this.#at++] = value.charCodeAt(n)
  }

  hex(field: number, digits: string): void {
    this.#tag(field, BYTES)
    const bytes = digits.length / 2
    this.#varint(bytes)
    this.#need(bytes)
    for (let n = 0; n < digits.length; n += 2)
      this.#buffer[this.#at++] = valueOf(digits.charCodeAt(n)) * 16 + valueOf(digits.charCodeAt(n + 1))
  }

  /** A message inside of this one, as long as what `fill` writes. */
  message(field: number, fill: () => void): void {
    this.#tag(field, BYTES)
    this.#need(1)
    const start = this.#at + 1
    this.#at = start
    fill()
    const end = this.#at
    const length = end - start
    // Room was left for a length of one byte: what needs more moves what follows it.
    const more = length < 2 ** 7 ? 0 : length < 2 ** 14 ? 1 : length < 2 ** 21 ? 2 : 3
    this.#need(more)
    if (more > 0) this.#buffer.copyWithin(start + more, start, end)
    this.#at = start - 1
    this.#varint(length)
    this.#at = end + more
  }

  finish(): Buffer {
    return this.#buffer.subarray(0, this.#at)
  }

  #tag(field: number, wire: number): void {
    this.#varint(field * 8 + wire)
  }

  #varint(value: number): void {
    this.#need(10)
    let rest = value
    while (rest >= 128) {
      this.#buffer[this.#at++] = (rest % 128) + 128
      rest = Math.floor(rest / 128)
    }
    this.#buffer[this.#at++] = rest
  }

  #need(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#at + bytes))
    this.#buffer.copy(larger, 0, 0, this.#at)
    this.#buffer = larger
  }
}

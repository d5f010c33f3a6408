// Wire types of Protocol Buffers.
const VARINT = 0
const FIXED64 = 1
const BYTES = 2

const AT_FIRST = 1024

// Below this, a loop is faster than the way into native code.
const LONGEST_BY_HAND = 96
const LAST_OF_ASCII = 127
const LOW_BITS = 2 ** 32

// What the digits from 0 to f stand for, by their codes.
const VALUES = new Uint8Array(128)
for (let value = 0; value < 16; value++) VALUES[value.toString(16).charCodeAt(0)] = value

/** Writes messages of Protocol Buffers, field by field. Fields are numbered as in the definition of the message. */
export class ProtobufWriter {
  #buffer = Buffer.allocUnsafe(AT_FIRST)
  #at = 0

  number(field: number, value: number): void {
    this.#tag(field, VARINT)
    this.#varint(value)
  }

  /** A moment of so many microseconds since 1970 as nanoseconds, which are more than a plain number holds, in eight bytes. */
  nanoseconds(field: number, micros: number): void {
    this.#tag(field, FIXED64)
    this.#need(8)
    const low = (micros % LOW_BITS) * 1_000
    const high = Math.floor(micros / LOW_BITS) * 1_000 + Math.floor(low / LOW_BITS)
    this.#buffer.writeUInt32LE(low % LOW_BITS, this.#at)
    this.#at = this.#buffer.writeUInt32LE(high, this.#at + 4)
  }

  text(field: number, value: string): void {
    this.#tag(field, BYTES)
    if (value.length <= LONGEST_BY_HAND && this.#writePlain(value)) return
    const bytes = Buffer.byteLength(value)
    this.#varint(bytes)
    this.#need(bytes)
    this.#at += this.#buffer.write(value, this.#at)
  }

  hex(field: number, digits: string): void {
    const bytes = digits.length / 2
    this.#tag(field, BYTES)
    this.#varint(bytes)
    this.#need(bytes)
    const buffer = this.#buffer
    const at = this.#at
    for (let n = 0; n < bytes; n++)
      buffer[at + n] = ((VALUES[digits.charCodeAt(2 * n)] ?? 0) << 4) | (VALUES[digits.charCodeAt(2 * n + 1)] ?? 0)
    this.#at = at + bytes
  }

  /** Begins a message inside of this one: all that follows is in it until `close` is given what this gives. */
  open(field: number): number {
    this.#tag(field, BYTES)
    this.#need(1)
    return ++this.#at
  }

  close(start: number): void {
    const end = this.#at
    const length = end - start
    if (length < 2 ** 7) {
      this.#buffer[start - 1] = length
      return
    }
    // Room was left for a length of one byte: what needs more moves what follows it.
    const more = length < 2 ** 14 ? 1 : length < 2 ** 21 ? 2 : 3
    this.#need(more)
    this.#buffer.copyWithin(start + more, start, end)
    this.#at = start - 1
    this.#varint(length)
    this.#at = end + more
  }

  /** The beginning of a message of so many bytes, which the caller has elsewhere. */
  head(field: number, bytes: number): void {
    this.#tag(field, BYTES)
    this.#varint(bytes)
  }

  /** How many bytes are written. */
  get size(): number {
    return this.#at
  }

  /** What is written, until more is. */
  finish(): Buffer {
    return this.#buffer.subarray(0, this.#at)
  }

  /** Begins anew in the memory that it has. */
  clear(): void {
    this.#at = 0
  }

  /** A short text with its length before it; false, with nothing written, where it is not of ASCII alone. */
  #writePlain(value: string): boolean {
    const { length } = value
    this.#need(length + 1)
    const buffer = this.#buffer
    const start = this.#at + 1
    let seen = 0
    for (let n = 0; n < length; n++) {
      const code = value.charCodeAt(n)
      seen |= code
      buffer[start + n] = code
    }
    if (seen > LAST_OF_ASCII) return false
    buffer[start - 1] = length
    this.#at = start + length
    return true
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

// Wire types of Protocol Buffers.
const VARINT = 0
const FIXED64 = 1
const BYTES = 2

const AT_FIRST = 1024

// Below this, a loop is faster than the way into native code.
const LONGEST_BY_HAND = 96
const LAST_OF_ASCII = 127
const LOW_BITS = 2 ** 32
const MICROS_PER_MS = 1_000

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

  /** A moment in milliseconds since 1970 as nanoseconds, which are more than a plain number holds, in eight bytes. */
  time(field: number, ms: number): void {
    this.#tag(field, FIXED64)
    this.#need(8)
    this.fillTime(this.#at, ms)
    this.#at += 8
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
    this.fillHex(this.#at, digits, 0, bytes)
    this.#at += bytes
  }

  /** Takes over what was written before, and tells where it lies, so that places in it can be filled in. */
  copy(written: Uint8Array): number {
    this.#need(written.length)
    const at = this.#at
    this.#buffer.set(written, at)
    this.#at = at + written.length
    return at
  }

  /** Puts as many bytes as are asked for in place of those that lie there, from the digit that is named. */
  fillHex(at: number, digits: string, from: number, bytes: number): void {
    const buffer = this.#buffer
    for (let n = 0, digit = from; n < bytes; n++, digit += 2)
      buffer[at + n] = ((VALUES[digits.charCodeAt(digit)] ?? 0) << 4) | (VALUES[digits.charCodeAt(digit + 1)] ?? 0)
  }

  /** Puts a time in place of the one that lies there. */
  fillTime(at: number, ms: number): void {
    const buffer = this.#buffer
    const micros = Math.round(ms * MICROS_PER_MS)
    const low = (micros % LOW_BITS) * 1_000
    const high = Math.floor(micros / LOW_BITS) * 1_000 + Math.floor(low / LOW_BITS)
    buffer.writeUInt32LE(low % LOW_BITS, at)
    buffer.writeUInt32LE(high, at + 4)
  }

  /** Puts a text of ASCII in place of one of the same length. */
  fillText(at: number, value: string): void {
    const buffer = this.#buffer
    for (let n = 0; n < value.length; n++) buffer[at + n] = value.charCodeAt(n)
  }

  /** Puts a number between 128 and 16,383 in place of another one. */
  fillNumber(at: number, value: number): void {
    this.#buffer[at] = (value & 127) | 128
    this.#buffer[at + 1] = value >> 7
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

/** The few words of ASN.1, as bytes, that a certificate is made of. */

export function sequence(...parts: readonly Uint8Array[]): Buffer {
  return tagged(0x30, ...parts)
}

export function set(...parts: readonly Uint8Array[]): Buffer {
  return tagged(0x31, ...parts)
}

/** A part with a number of its own in place of its kind. */
export function numbered(number: number, ...parts: readonly Uint8Array[]): Buffer {
  return tagged(0xa0 | number, ...parts)
}

export function octets(bytes: Uint8Array, tag = 0x04): Buffer {
  return tagged(tag, bytes)
}

export function bits(bytes: Uint8Array, unused = 0): Buffer {
  return tagged(0x03, Uint8Array.of(unused), bytes)
}

export function yes(): Buffer {
  return tagged(0x01, Uint8Array.of(0xff))
}

/** A whole number from its bytes; a first bit that is set would make it negative. */
export function integer(bytes: Uint8Array): Buffer {
  return tagged(0x02, ...((bytes[0] ?? 0) >= 0x80 ? [Uint8Array.of(0)] : []), bytes)
}

export function utf8(text: string): Buffer {
  return tagged(0x0c, Buffer.from(text))
}

/** A time as certificates write it up to the year 2049. */
export function utcTime(date: Date): Buffer {
  const digits = date.toISOString().replace(/\.\d+|\D/g, '')
  return tagged(0x17, Buffer.from(`${digits.slice(2, 14)}Z`))
}

export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return tagged(0x06, Uint8Array.from([first * 40 + second, ...rest].flatMap(base128)))
}

function base128(value: number): number[] {
  const digits = [value % 128]
  for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128)) digits.unshift((left % 128) + 128)
  return digits
}

function tagged(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Uint8Array.of(tag), lengthOf(content.length), content])
}

function lengthOf(length: number): Uint8Array {
  if (length < 128) return Uint8Array.of(length)
  return length < 256 ? Uint8Array.of(0x81, length) : Uint8Array.of(0x82, length >> 8, length & 0xff)
}

/** Tells whether files of this type are made of parts that can be counted. */
export function hasParts(mediaType: string): boolean {
  return ['image/jpeg', 'image/gif', 'image/webp'].includes(mediaType)
}

/** How many scans (JPEG) or frames (GIF, WebP) a file is made of, read without decoding any; 1 for other formats. */
export function pictureParts(bytes: Buffer, mediaType: string): number {
  if (mediaType === 'image/jpeg') return jpegScans(bytes)
  if (mediaType === 'image/gif') return gifFrames(bytes)
  if (mediaType === 'image/webp') return webpFrames(bytes)
  return 1
}

/** Only up to the end of the picture: telephones append whole clips, in which any marker may occur by chance. */
function jpegScans(bytes: Buffer): number {
  let scans = 0
  for (let at = bytes.indexOf(0xff, 2); at >= 0 && at + 3 < bytes.length; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xd9) break
    if (marker === 0xda) scans++
    // Inside of a scan, zero stands for a byte that is no marker, and restarts have no length.
    const isBare = marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd8)
    at += isBare ? (marker === 0xff ? 1 : 2) : 2 + bytes.readUInt16BE(at + 2)
  }
  return scans
}

function gifFrames(bytes: Buffer): number {
  let frames = 0
  let at = 13 + tableBytes(bytes[10] ?? 0)
  while (at < bytes.length) {
    if (bytes[at] === 0x2c) {
      frames++
      at = afterBlocks(bytes, at + 11 + tableBytes(bytes[at + 9] ?? 0))
    } else if (bytes[at] === 0x21) at = afterBlocks(bytes, at + 2)
    else break
  }
  return frames
}

function tableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1)
}

function afterBlocks(bytes: Buffer, from: number): number {
  let at = from
  while ((bytes[at] ?? 0) !== 0) at += 1 + (bytes[at] ?? 0)
  return at + 1
}

function webpFrames(bytes: Buffer): number {
  let frames = 0
  for (let at = 12; at + 8 <= bytes.length;) {
    if (bytes.toString('latin1', at, at + 4) === 'ANMF') frames++
    const length = bytes.readUInt32LE(at + 4)
    at += 8 + length + (length & 1)
  }
  return frames
}

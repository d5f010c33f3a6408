const ORIENTATION_TAG = 0x0112
const TIFF_BYTES = 26
/** How many bytes a picture's camera data may have for us to look for its orientation. */
const MOST_ENTRIES = 200

/** Which way up a picture is to be shown, 1 to 8, from its TIFF-shaped camera data; 1 where it does not say. */
export function orientationIn(exif: Buffer): number {
  const tiff = exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif
  const little = tiff.toString('latin1', 0, 2) === 'II'
  if (tiff.length < 14 || (!little && tiff.toString('latin1', 0, 2) !== 'MM')) return 1
  const short = (at: number): number =>
    at + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  const first = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  const count = Math.min(short(first), MOST_ENTRIES)
  for (let index = 0; index < count; index++) {
    const at = first + 2 + index * 12
    if (short(at) !== ORIENTATION_TAG) continue
    const value = short(at + 8)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

/** Camera data that says the orientation and nothing else: without it a turned picture would lie on its side. */
export function orientationOnly(orientation: number): Buffer {
  const tiff = Buffer.alloc(TIFF_BYTES)
  tiff.write('MM\0*', 0, 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(ORIENTATION_TAG, 10)
  // One value of the type SHORT, kept in the first half of its field.
  tiff.writeUInt16BE(3, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}

// What follows the flag "there is usability information": no aspect ratio, no overscan; a video signal of unspecified
// format in limited range, whose primaries, transfer and matrix are each 1, BT.709; then nothing of chroma place,
// timing, the two buffer models, picture structure and restrictions.
const BT709 = `0 0 1 101 0 1 ${'00000001'.repeat(3)} 0 0 0 0 0 0`.replaceAll(' ', '')

/**
 * Writes the colours into the decoder settings (avcC) of a stream that says nothing about them. Players that look at the
 * stream instead of the file would otherwise guess them from the picture's height.
 */
export function tagColours(settings: Uint8Array): Uint8Array {
  // Fixed fields, one set of sequence parameters and its 16-bit length take the first eight bytes.
  const length = new DataView(settings.buffer, settings.byteOffset).getUint16(6)
  const tagged = tagSequence(settings.subarray(8, 8 + length))
  return Uint8Array.from([
    ...settings.subarray(0, 6),
    tagged.length >> 8,
    tagged.length & 255,
    ...tagged,
    ...settings.subarray(8 + length),
  ])
}

function tagSequence(sequence: Uint8Array): Uint8Array {
  const bits = [...sequence].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  // The flag is the last bit before the closing 1 and the zeros that fill up its byte.
  const end = bits.lastIndexOf('1')
  if (bits[end - 1] !== '0') throw new Error('The H.264 stream already says something about its colours')
  const tagged = `${bits.slice(0, end - 1)}1${BT709}1`
  const bytes = Uint8Array.from(tagged.match(/.{1,8}/g) ?? [], (byte) => Number.parseInt(byte.padEnd(8, '0'), 2))
  // Two zero bytes in a row would need an escape; the sizes in use never give them.
  if (bytes.some((byte, at) => byte === 0 && bytes[at + 1] === 0)) throw new Error('The H.264 settings need an escape')
  return bytes
}

/** One box of an MP4 file: its four-letter type and what is in it. */
export type Box = { type: string; body: Uint8Array }

// Bytes of a box's own fields before its children begin; other boxes hold no children that anyone here asks for.
const CHILDREN_AT: Record<string, number> = { stsd: 8, avc1: 78 }

/** The boxes that follow one another in these bytes. */
export function boxesIn(bytes: Uint8Array): Box[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const boxes: Box[] = []
  for (let at = 0; at + 8 <= bytes.length;) {
    const short = view.getUint32(at)
    // Size 1 means that the real one follows as 64 bits; 0 means up to the end.
    const head = short === 1 ? 16 : 8
    const long = short === 1 ? Number(view.getBigUint64(at + 8)) : short
    const size = long === 0 ? bytes.length - at : long
    if (size < head || at + size > bytes.length) throw new Error('The MP4 is cut short or broken')
    boxes.push({
      type: Buffer.from(bytes.subarray(at + 4, at + 8)).toString('latin1'),
      body: bytes.subarray(at + head, at + size),
    })
    at += size
  }
  return boxes
}

/** The content of the box at this path, such as `moov/trak/mdia`; the first of its type at every level. */
export function findBox(bytes: Uint8Array, path: string): Uint8Array | undefined {
  let inside: Uint8Array | undefined = bytes
  for (const type of path.split('/')) {
    inside = inside && boxesIn(inside).find((box) => box.type === type)?.body
    inside = inside?.subarray(CHILDREN_AT[type] ?? 0)
  }
  return inside
}

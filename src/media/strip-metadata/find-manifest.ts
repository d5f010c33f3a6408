import { byteReader, type ByteReader } from './byte-reader.ts'

/** What a manifest is looked for with: in a stream as it comes, or in a file by jumping. */
export type Walker = Pick<ByteReader, 'take' | 'skip'>

// A picture is looked through to its end, a clip up to its frames: the manifest of a clip stands before them.
const MOST_HELD_BYTES = 16 * 2 ** 20
const HEAD_BYTES = 12
// A clip of 100 MB in small fragments has a tenth of it; who hides a manifest behind more of them is read by nobody else either.
const MOST_PARTS = 100_000
// The name that C2PA gave to its box, in the words of ISO 14496.
const C2PA_BOX = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex')
const APP11 = 0xeb
// It stands behind the table of colours, which has 768 bytes at most.
const GIF_HEAD_BYTES = 1_024
const START_OF_SCAN = 0xda
// Enough of a segment to see its name: `JP`, two numbers, two box heads, and the type that begins with `c2pa`.
const JUMBF_HEAD_BYTES = 40

/** Tells whether bytes carry a C2PA manifest, and gives them back as they were: no more is held than it took to tell. */
export async function lookForManifest(
  source: AsyncIterable<Uint8Array>,
): Promise<{ isThere: boolean; bytes: AsyncIterable<Uint8Array> }> {
  const chunks = source[Symbol.asyncIterator]()
  const held: Uint8Array[] = []
  async function* seen(): AsyncGenerator<Uint8Array> {
    for (let bytes = 0; bytes < MOST_HELD_BYTES;) {
      const next = await chunks.next()
      if (next.done === true) return
      held.push(next.value)
      bytes += next.value.length
      yield next.value
    }
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    for (let chunk = held.shift(); chunk !== undefined; chunk = held.shift()) yield chunk
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value
  }
  return { isThere: await carriesManifest(byteReader(seen()), 'up to the frames'), bytes: all() }
}

/** Tells by its structure alone whether a picture or a clip carries a C2PA manifest. Whether that is true is another question. */
export async function carriesManifest(
  source: Walker,
  clips: 'up to the frames' | 'to their end' = 'to their end',
): Promise<boolean> {
  const walker = endingAfter(MOST_PARTS, source)
  const head = await walker.take(HEAD_BYTES)
  if (head.length < HEAD_BYTES) return false
  const again = after(head, walker)
  if (head.toString('latin1', 1, 4) === 'PNG') return inPng(again)
  if (head[0] === 0xff && head[1] === 0xd8) return inJpeg(again)
  if (head.toString('latin1', 0, 4) === 'RIFF') return inRiff(walker)
  if (head.toString('latin1', 0, 3) === 'GIF') return (await walker.take(GIF_HEAD_BYTES)).includes('C2PA_GIF')
  if (head.toString('latin1', 4, 8) === 'ftyp') return inBoxes(again, clips)
  return false
}

/** The walker as if the bytes ended once so many pieces were taken. */
function endingAfter(most: number, walker: Walker): Walker {
  let pieces = 0
  return {
    take: async (count) => (++pieces > most ? Buffer.alloc(0) : walker.take(count)),
    skip: async (count) => walker.skip(count),
  }
}

/** The walker as if nothing had been taken. */
function after(head: Buffer, walker: Walker): Walker {
  let left = head
  const first = (count: number): Buffer => {
    const piece = left.subarray(0, count)
    left = left.subarray(piece.length)
    return piece
  }
  return {
    async take(count) {
      const piece = first(count)
      return piece.length === count ? piece : Buffer.concat([piece, await walker.take(count - piece.length)])
    },
    async skip(count) {
      const { length } = first(count)
      if (length < count) await walker.skip(count - length)
    },
  }
}

async function inPng(walker: Walker): Promise<boolean> {
  await walker.skip(8)
  for (;;) {
    const head = await walker.take(8)
    const type = head.toString('latin1', 4, 8)
    if (type === 'caBX') return true
    if (head.length < 8 || type === 'IEND') return false
    await walker.skip(head.readUInt32BE(0) + 4)
  }
}

async function inJpeg(walker: Walker): Promise<boolean> {
  await walker.skip(2)
  for (;;) {
    const head = await walker.take(4)
    if (head.length < 4 || head[0] !== 0xff || head[1] === 0xff || head[1] === START_OF_SCAN) return false
    const length = Math.max(0, head.readUInt16BE(2) - 2)
    const start = head[1] === APP11 ? await walker.take(Math.min(length, JUMBF_HEAD_BYTES)) : Buffer.alloc(0)
    if (start.toString('latin1', 0, 2) === 'JP' && start.includes('c2pa')) return true
    await walker.skip(length - start.length)
  }
}

async function inRiff(walker: Walker): Promise<boolean> {
  for (;;) {
    const head = await walker.take(8)
    if (head.toString('latin1', 0, 4) === 'C2PA') return true
    if (head.length < 8) return false
    const length = head.readUInt32LE(4)
    await walker.skip(length + (length % 2))
  }
}

async function inBoxes(walker: Walker, clips: 'up to the frames' | 'to their end'): Promise<boolean> {
  for (;;) {
    const head = await walker.take(8)
    if (head.length < 8) return false
    const type = head.toString('latin1', 4, 8)
    const isLong = head.readUInt32BE(0) === 1
    const length = isLong ? Number((await eight(walker)).readBigUInt64BE()) - 16 : head.readUInt32BE(0) - 8
    if (type === 'uuid' && (await walker.take(16)).equals(C2PA_BOX)) return true
    if (length < 0 || (type === 'mdat' && clips === 'up to the frames')) return false
    await walker.skip(type === 'uuid' ? length - 16 : length)
  }
}

async function eight(walker: Walker): Promise<Buffer> {
  const bytes = await walker.take(8)
  return bytes.length === 8 ? bytes : Buffer.alloc(8)
}

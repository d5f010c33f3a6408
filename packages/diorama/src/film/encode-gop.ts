import { createRequire } from 'node:module'
import type * as Encoders from 'h264-mp4-encoder'
import type { Gop, Packet } from '../threads/messages.ts'
import { findBox } from './boxes.ts'
import { tagColours } from './colour-tags.ts'

// Measured at 720p: 10 takes half the time of 5 for a fifth more bytes and the same likeness. 22 gives 1.6 MB for 5 s;
// 26 would give half of that, but skies then show squares of colour, and it is no faster.
const SPEED = 10
const QUANTIZATION = 22

export type GopOptions = { width: number; height: number; framesPerSecond: number; frames: number }

/** An encoder for one closed group of pictures. `close` frees its memory whether or not it was finished. */
export type GopEncoder = { add(yuv: Uint8Array): void; finish(): Gop; close(): void }

// A CommonJS bundle whose exports an import cannot see; loaded at the first clip, because it unpacks a megabyte.
const require = createRequire(import.meta.url)
const newEncoder = (): Promise<Encoders.H264MP4Encoder> =>
  (require('h264-mp4-encoder') as typeof Encoders).createH264MP4Encoder()

let files = 0

/** Opens a WebAssembly encoder for one closed group of pictures; frames come as planar 4:2:0. */
export async function openGopEncoder(options: GopOptions): Promise<GopEncoder> {
  const encoder = await newEncoder()
  // The file system is shared by all encoders of the thread, so each needs its own name.
  encoder.outputFilename = `gop-${++files}.mp4`
  encoder.width = options.width
  encoder.height = options.height
  encoder.frameRate = options.framesPerSecond
  encoder.speed = SPEED
  encoder.quantizationParameter = QUANTIZATION
  encoder.groupOfPictures = options.frames
  encoder.initialize()
  let finished = false
  const finalize = (): void => {
    if (!finished) encoder.finalize()
    finished = true
  }
  return {
    add: (yuv) => encoder.addFrameYuv(yuv),
    finish: () => {
      finalize()
      return readGop(encoder, options.frames)
    },
    close: () => {
      // Given up half-way it must be finalized too, or it complains on the operator's terminal.
      finalize()
      if (encoder.FS.readdir('/').includes(encoder.outputFilename)) encoder.FS.unlink(encoder.outputFilename)
      encoder.delete()
    },
  }
}

// The encoder wraps its frames in a file of its own, which is taken apart again: one slice, and so one NAL unit, a frame.
function readGop(encoder: Encoders.H264MP4Encoder, frames: number): Gop {
  const file = encoder.FS.readFile(encoder.outputFilename)
  const settings = findBox(file, 'moov/trak/mdia/minf/stbl/stsd/avc1/avcC')
  const data = findBox(file, 'mdat')
  if (!settings || !data) throw new Error('The H.264 encoder wrote no video')
  const packets = packetsIn(data)
  const keys = packets.filter((packet) => packet.key).length
  if (packets.length !== frames || keys !== 1 || !packets[0]?.key)
    throw new Error(
      `The H.264 encoder gave ${packets.length} frames with ${keys} key frames instead of ${frames} with 1`,
    )
  return { settings: tagColours(settings), packets }
}

const SLICE = 1
const KEY_SLICE = 5

function packetsIn(data: Uint8Array): Packet[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const packets: Packet[] = []
  for (let at = 0; at + 4 < data.length;) {
    const end = at + 4 + view.getUint32(at)
    const type = view.getUint8(at + 4) & 31
    if (type === SLICE || type === KEY_SLICE) packets.push({ data: data.slice(at, end), key: type === KEY_SLICE })
    at = end
  }
  return packets
}

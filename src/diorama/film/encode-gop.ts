import { createRequire } from 'node:module'
import type * as Encoders from 'h264-mp4-encoder'
import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny'
import type { Gop, Packet } from '../threads/messages.ts'

// Measured at 720p: 10 is twice as fast as 5 for a fifth more bytes and the same SSIM; 26 keeps SSIM near 0.99.
const SPEED = 10
const QUANTIZATION = 26

export type GopOptions = { width: number; height: number; framesPerSecond: number; frames: number }

/** An encoder for one closed group of pictures. `close` frees its memory whether or not it was finished. */
export type GopEncoder = { add(yuv: Uint8Array): void; finish(): Promise<Gop>; close(): void }

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
  return {
    add: (yuv) => encoder.addFrameYuv(yuv),
    finish: () => readGop(encoder, options.frames),
    close: () => {
      if (encoder.FS.readdir('/').includes(encoder.outputFilename)) encoder.FS.unlink(encoder.outputFilename)
      encoder.delete()
    },
  }
}

async function readGop(encoder: Encoders.H264MP4Encoder, frames: number): Promise<Gop> {
  encoder.finalize()
  using input = new Input({ source: new BufferSource(encoder.FS.readFile(encoder.outputFilename)), formats: [MP4] })
  const track = await input.getPrimaryVideoTrack()
  const settings = (await track?.getDecoderConfig())?.description
  if (!track || !settings) throw new Error('The H.264 encoder wrote no video track')
  const packets: Packet[] = []
  for await (const packet of new EncodedPacketSink(track).packets())
    packets.push({ data: packet.data.slice(), key: isKeyFrame(packet.data) })
  const keys = packets.filter((packet) => packet.key).length
  if (packets.length !== frames || keys !== 1 || !packets[0]?.key)
    throw new Error(
      `The H.264 encoder gave ${packets.length} frames with ${keys} key frames instead of ${frames} with 1`,
    )
  return { settings: copyOf(settings), packets }
}

// The encoder's own file marks every frame as a key frame; the truth is in the NAL unit types (5 is an IDR slice).
function isKeyFrame(data: Uint8Array): boolean {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  for (let at = 0; at + 4 < data.length; at += 4 + view.getUint32(at))
    if ((view.getUint8(at + 4) & 31) === 5) return true
  return false
}

function copyOf(source: ArrayBufferView | ArrayBufferLike): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice()
    : new Uint8Array(source).slice()
}

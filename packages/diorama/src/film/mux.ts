import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny'
import type { Gop } from '../threads/messages.ts'
import { findBox } from './boxes.ts'

export type MuxOptions = { width: number; height: number; framesPerSecond: number; gops: readonly Gop[] }

// What film/yuv.ts converts to.
const COLOUR = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const

/** Joins groups of pictures into an MP4 whose index comes before its data, so that it plays while it still loads. */
export async function muxMp4({ width, height, framesPerSecond, gops }: MuxOptions): Promise<Uint8Array> {
  const settings = commonSettings(gops)
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const source = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(source, { frameRate: framesPerSecond })
  await output.start()
  const decoderConfig = {
    codec: codecString(settings),
    codedWidth: width,
    codedHeight: height,
    description: settings,
    colorSpace: COLOUR,
  }
  let index = 0
  for (const { data, key } of gops.flatMap((gop) => gop.packets)) {
    const packet = new EncodedPacket(data, key ? 'key' : 'delta', index / framesPerSecond, 1 / framesPerSecond)
    await source.add(packet, index === 0 ? { decoderConfig } : undefined)
    index += 1
  }
  await output.finalize()
  if (!target.buffer) throw new Error('The MP4 writer gave no bytes')
  return withoutTimes(new Uint8Array(target.buffer))
}

// The writer notes when it ran; without that, the same job gives the same bytes.
function withoutTimes(file: Uint8Array): Uint8Array {
  for (const path of ['moov/mvhd', 'moov/trak/tkhd', 'moov/trak/mdia/mdhd']) {
    const box = findBox(file, path)
    // Creation and modification follow the version and flags, 32 bits each in version 0 and 64 in version 1.
    box?.fill(0, 4, box[0] === 1 ? 20 : 12)
  }
  return file
}

// One file has one set of decoder settings: a group encoded under others would decode to rubbish.
function commonSettings(gops: readonly Gop[]): Uint8Array {
  const first = gops[0]?.settings
  if (!first) throw new Error('A clip needs at least one frame')
  if (gops.some((gop) => Buffer.compare(gop.settings, first) !== 0))
    throw new Error('The groups of pictures were encoded under different settings')
  return first
}

// Profile, constraints and level are bytes 1 to 3 of the AVC configuration record.
function codecString(settings: Uint8Array): string {
  return `avc1.${Buffer.from(settings.subarray(1, 4)).toString('hex')}`
}

import type { Dimensions } from '../../core/tasks/size.ts'
import { flatH264, type FlatStream } from './flat-h264.ts'
import type { Colour } from './flat-png.ts'

// Two frames, each half of the clip: one of a single frame has no length that every player agrees on.
const FRAMES = 2
// Units of time in a second; a frame of any whole number of seconds, halved, is a whole number of them.
const TIMESCALE = 2
const UPRIGHT = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000]

/** An MP4 of one colour whose index comes before its data, as it does in every clip of ours. */
export function flatMp4(size: Dimensions, colour: Colour, seconds = 1): Uint8Array {
  const stream = flatH264(size, colour)
  const samples = stream.frames.map((frame) => Buffer.concat([words(frame.length), frame]))
  const start = box('ftyp', text('isom'), words(512), text('isomiso2avc1mp41'))
  const sizes = samples.map((sample) => sample.length)
  const index = (offset: number): Buffer => movie({ size, stream, seconds }, sizes, offset)
  const offset = start.length + index(0).length + 8
  return Buffer.concat([start, index(offset), box('mdat', ...samples)])
}

type Film = { size: Dimensions; stream: FlatStream; seconds: number }

function movie({ size, stream, seconds }: Film, sizes: readonly number[], offset: number): Buffer {
  const { width, height } = size
  const units = Math.round(seconds * TIMESCALE)
  const timing = [TIMESCALE, units]
  const head = full('mvhd', 0, words(0, 0, ...timing, 0x10000, 0x01000000, 0, 0, ...UPRIGHT, 0, 0, 0, 0, 0, 0, 2))
  const track = [0, 0, 1, 0, units, 0, 0, 0, 0, ...UPRIGHT, width << 16, height << 16]
  const table = box(
    'stbl',
    full('stsd', 0, words(1), sampleEntry(size, stream)),
    full('stts', 0, words(1, FRAMES, units / FRAMES)),
    full('stss', 0, words(1, 1)),
    full('stsc', 0, words(1, 1, FRAMES, 1)),
    full('stsz', 0, words(0, FRAMES, ...sizes)),
    full('stco', 0, words(1, offset)),
  )
  const source = box('dinf', full('dref', 0, words(1), full('url ', 1)))
  const media = box(
    'mdia',
    full('mdhd', 0, words(0, 0, ...timing), halves(0x55c4, 0)),
    full('hdlr', 0, words(0), text('vide'), words(0, 0, 0), Buffer.alloc(1)),
    box('minf', full('vmhd', 1, words(0, 0)), source, table),
  )
  // Enabled, and part of the presentation.
  return box('moov', head, box('trak', full('tkhd', 3, words(...track)), media))
}

function sampleEntry({ width, height }: Dimensions, { sequence, picture }: FlatStream): Buffer {
  const configuration = box(
    'avcC',
    // Profile and level as the sequence says them, lengths of four bytes, one set of each kind.
    Uint8Array.of(1, ...sequence.subarray(1, 4), 0xff, 0xe1),
    halves(sequence.length),
    sequence,
    Uint8Array.of(1),
    halves(picture.length),
    picture,
  )
  return box(
    'avc1',
    halves(0, 0, 0, 1),
    Buffer.alloc(16),
    halves(width, height),
    words(0x480000, 0x480000, 0),
    halves(1),
    Buffer.alloc(32),
    halves(24, 0xffff),
    configuration,
    box('colr', text('nclx'), halves(1, 1, 1), Buffer.alloc(1)),
  )
}

function box(type: string, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([words(body.length + 8), text(type), body])
}

/** A box with a version, always 0, and flags. */
function full(type: string, flags: number, ...parts: readonly Uint8Array[]): Buffer {
  return box(type, words(flags), ...parts)
}

function words(...values: readonly number[]): Buffer {
  const out = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) out.writeUInt32BE(value, index * 4)
  return out
}

function halves(...values: readonly number[]): Buffer {
  const out = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) out.writeUInt16BE(value, index * 2)
  return out
}

function text(value: string): Buffer {
  return Buffer.from(value, 'latin1')
}

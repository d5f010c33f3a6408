import type { Dimensions } from '../../core/tasks/size.ts'
import type { Colour } from './flat-png.ts'

/** An H.264 stream of two equal frames: its parameter sets, a key frame, and a frame that repeats it. */
export type FlatStream = { sequence: Uint8Array; picture: Uint8Array; frames: readonly [Uint8Array, Uint8Array] }

const MACROBLOCK = 16
// Constrained baseline, which every player has; level 1.2 allows 396 macroblocks, and 256 by 256 pixels are 256.
const PROFILE = [66, 0b1100_0000, 12] as const
// Usability information: BT.709 in limited range, which flatColour converts to, and nothing else.
const BT709 = `0 0 1 101 0 1 ${'00000001'.repeat(3)} 0 0 0 0 0 0`.replaceAll(' ', '')

/**
 * One colour needs no encoder: the first macroblock holds its samples, every other one is predicted from its neighbours
 * without a correction, and the second frame skips all of them. A real encoder takes a quarter of a second to load.
 */
export function flatH264(size: Dimensions, colour: Colour): FlatStream {
  const columns = Math.ceil(size.width / MACROBLOCK)
  const rows = Math.ceil(size.height / MACROBLOCK)
  return {
    sequence: unit(0x67, sequenceParameters(size, columns, rows)),
    // CAVLC, one slice group, one reference, no weights, QP 26, loop filter as usual.
    picture: unit(0x68, `${ue(0)}${ue(0)}00${ue(0)}${ue(0)}${ue(0)}000${ue(0)}${ue(0)}${ue(0)}000`),
    frames: [unit(0x65, keySlice(columns, rows, colour)), unit(0x01, repeatSlice(columns * rows))],
  }
}

function sequenceParameters({ width, height }: Dimensions, columns: number, rows: number): string {
  // Pixels beyond the picture are cut off, in steps of two.
  const cut = [0, columns * MACROBLOCK - width, 0, rows * MACROBLOCK - height].map((pixels) => ue(pixels / 2)).join('')
  const [frameNumberBits, orderAsDecoded, references] = [ue(0), ue(2), ue(1)]
  return [
    ...PROFILE.map((byte) => fixed(byte, 8)),
    `${ue(0)}${frameNumberBits}${orderAsDecoded}${references}0`,
    `${ue(columns - 1)}${ue(rows - 1)}11`,
    `1${cut}`,
    `1${BT709}`,
  ].join('')
}

function keySlice(columns: number, rows: number, colour: Colour): string {
  // First macroblock 0, type I, parameter set 0, frame number 0, IDR 0, two flags of marking, no change of QP.
  const header = `${ue(0)}${ue(7)}${ue(0)}0000${ue(0)}00${ue(0)}`
  const [y, u, v] = flatColour(colour)
  const samples = fixed(y, 8).repeat(256) + fixed(u, 8).repeat(64) + fixed(v, 8).repeat(64)
  const first = aligned(`${header}${ue(25)}`) + samples
  // Predicted by the mean of its neighbours, luma and chroma; no change of QP; no coefficients.
  const predicted = `${ue(3)}${ue(0)}${ue(0)}`
  const others = Array.from({ length: columns * rows - 1 }, (_, index) => {
    const at = index + 1
    // "None" is written by a longer code beside the first macroblock, which counts as full of coefficients.
    return predicted + (at === 1 || at === columns ? '000011' : '1')
  })
  return first + others.join('')
}

function repeatSlice(macroblocks: number): string {
  // First macroblock 0, type P, parameter set 0, frame number 1, two flags of references, no change of QP, all skipped.
  return `${ue(0)}${ue(5)}${ue(0)}000100${ue(0)}${ue(macroblocks)}`
}

/** RGB as Y, Cb and Cr of BT.709 in limited range. */
function flatColour([red, green, blue]: Colour): [y: number, u: number, v: number] {
  const y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  const chroma = (difference: number, scale: number): number => Math.round(128 + (224 / 255) * (difference / scale))
  return [Math.round(16 + (219 / 255) * y), chroma(blue - y, 1.8556), chroma(red - y, 1.5748)]
}

/** An unsigned number in Exp-Golomb code; a signed 0 is written alike. */
function ue(value: number): string {
  const code = (value + 1).toString(2)
  return '0'.repeat(code.length - 1) + code
}

function fixed(value: number, length: number): string {
  return value.toString(2).padStart(length, '0')
}

function aligned(bits: string): string {
  return bits.padEnd(Math.ceil(bits.length / 8) * 8, '0')
}

/** A NAL unit: its kind, its bits with the closing 1, and an escape wherever it would look like the start of another. */
function unit(kind: number, bits: string): Uint8Array {
  const bytes = [kind]
  let zeros = 0
  for (const [octet] of aligned(`${bits}1`).matchAll(/.{8}/g)) {
    const byte = Number.parseInt(octet, 2)
    if (zeros >= 2 && byte <= 3) {
      bytes.push(3)
      zeros = 0
    }
    bytes.push(byte)
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return Uint8Array.from(bytes)
}

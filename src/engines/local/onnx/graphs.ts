import type { Pixels } from '../../../ports/images.ts'
import { writePng } from '../plain-png.ts'
import { scale } from './scale.ts'

/** The input that the graphs of a family expect. */
export type OnnxGraph = {
  /** The size to which its picture is scaled if the graph itself does not say. */
  side: number
  /** Scaled to slightly more, and cropped to the middle. */
  marginOf?: number
  isBgr: boolean
  /** In the range 0 to 255, by channel in the graph's order. */
  mean: readonly [number, number, number]
  deviation: readonly [number, number, number]
  /** Its output is logits, not values between 0 and 1. */
  isLogit?: boolean
}

const BYTE = 255
const IMAGENET = {
  mean: [0.485 * BYTE, 0.456 * BYTE, 0.406 * BYTE],
  deviation: [0.229 * BYTE, 0.224 * BYTE, 0.225 * BYTE],
} as const

export const GRAPHS: Readonly<Record<string, OnnxGraph>> = {
  isnet: { side: 1024, isBgr: false, mean: [0.5 * BYTE, 0.5 * BYTE, 0.5 * BYTE], deviation: [BYTE, BYTE, BYTE] },
  u2net: { side: 320, isBgr: false, ...IMAGENET },
  birefnet: { side: 1024, isBgr: false, ...IMAGENET, isLogit: true },
  'open-nsfw': { side: 224, marginOf: 256 / 224, isBgr: true, mean: [104, 117, 123], deviation: [1, 1, 1] },
}

/** The shape of an input: numbers, or names for arbitrary sizes. */
export type Shape = readonly (number | string)[]

export type Input = { data: Float32Array; dims: [number, number, number, number] }

/** The picture as numbers, in the order and the size that the graph expects. */
export function inputFor(graph: OnnxGraph, shape: Shape, { rgba, width, height }: Pixels): Input {
  const isLast = shape[3] === 3
  const sideOf = (at: number): number => (typeof shape[at] === 'number' && shape[at] > 0 ? shape[at] : graph.side)
  const [rows, columns] = isLast ? [sideOf(1), sideOf(2)] : [sideOf(2), sideOf(3)]
  const { marginOf = 1, isBgr, mean, deviation } = graph
  const [wide, high] = [Math.round(columns * marginOf), Math.round(rows * marginOf)]
  const scaled = scale({ width, height, channels: 4, data: rgba }, wide, high)
  const [left, top] = [Math.floor((wide - columns) / 2), Math.floor((high - rows) / 2)]
  const data = new Float32Array(rows * columns * 3)
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++)
      for (let channel = 0; channel < 3; channel++) {
        const value = scaled[((y + top) * wide + x + left) * 4 + (isBgr ? 2 - channel : channel)] ?? 0
        const at = isLast ? (y * columns + x) * 3 + channel : (channel * rows + y) * columns + x
        data[at] = (value - (mean[channel] ?? 0)) / (deviation[channel] ?? 1)
      }
  return { data, dims: isLast ? [1, rows, columns, 3] : [1, 3, rows, columns] }
}

/** The picture with a transparent background, as PNG. */
export async function cutOut(graph: OnnxGraph, answer: GraphAnswer, picture: Pixels): Promise<Buffer> {
  const { data, dims } = answer
  const [rows = 0, columns = 0] = dims.slice(-2)
  if (rows * columns === 0 || data.length < rows * columns) throw new Error('the graph returned no mask')
  const mask = spread(data.subarray(0, rows * columns), graph)
  const { width, height } = picture
  const alpha = scale({ width: columns, height: rows, channels: 1, data: mask }, width, height)
  const rgba = Uint8Array.from(picture.rgba)
  for (const [at, share] of alpha.entries()) rgba[at * 4 + 3] = Math.round((rgba[at * 4 + 3] ?? 0) * share)
  return writePng({ width, height, rgba })
}

export type GraphAnswer = { data: Float32Array; dims: readonly number[] }

// A graph that sees no subject gives the same value everywhere: rounding errors must not become a subject.
const LEAST_RANGE = 0.01

/** Scaled from 0 to 1, between the smallest and the largest value, as the authors of these networks do. */
function spread(values: Float32Array, { isLogit }: OnnxGraph): Float32Array {
  const shares = isLogit === true ? values.map((value) => 1 / (1 + Math.exp(-value))) : values
  let [least, most] = [Infinity, -Infinity]
  for (const share of shares) {
    least = Math.min(least, share)
    most = Math.max(most, share)
  }
  if (!Number.isFinite(most - least)) throw new Error('the graph returned no numbers')
  if (most - least < LEAST_RANGE) return shares.map((share) => Math.min(1, Math.max(0, share)))
  return shares.map((share) => (share - least) / (most - least))
}

/** How unsafe for work a picture is, from 0 to 1. */
export function scoreOf({ data }: GraphAnswer): number {
  const score = data[1] ?? Number.NaN
  if (data.length !== 2 || !(score >= 0 && score <= 1)) throw new Error('the graph returned no score')
  return score
}

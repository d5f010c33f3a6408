import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { rgb, type Colour } from '../colour.ts'
import { blurred } from '../styles/raster.ts'

/** From the darkest parts of a drawing to its lightest. */
export type FlatPalette = { dark: Colour; middle: Colour; light: Colour }

const BINS = 48

// The two cuts that leave three groups as even within as can be (Otsu's rule, for three).
function cutsOf(histogram: Float64Array): [number, number] {
  const weight = new Float64Array(BINS + 1)
  const moment = new Float64Array(BINS + 1)
  for (let i = 0; i < BINS; i++) {
    weight[i + 1] = (weight[i] ?? 0) + (histogram[i] ?? 0)
    moment[i + 1] = (moment[i] ?? 0) + (histogram[i] ?? 0) * i
  }
  const part = (from: number, to: number) => {
    const w = (weight[to] ?? 0) - (weight[from] ?? 0)
    const m = (moment[to] ?? 0) - (moment[from] ?? 0)
    return w > 0 ? (m * m) / w : 0
  }
  let best = -1
  let cuts: [number, number] = [BINS / 3, (BINS * 2) / 3]
  for (let a = 2; a < BINS - 2; a++) {
    for (let b = a + 2; b < BINS; b++) {
      const score = part(0, a) + part(a, b) + part(b, BINS)
      if (score > best) {
        best = score
        cuts = [a, b]
      }
    }
  }
  return [cuts[0] / BINS, cuts[1] / BINS]
}

const ramp = (value: number, at: number, soft: number) => Math.max(0, Math.min(1, (value - at) / soft + 0.5))

type Fields = { level: Float32Array; cover: Float32Array }

// Brightness and cover, smoothed a little: small features would leave crumbs.
function fieldsOf(image: Canvas): Fields {
  const { width, height } = image
  const { data } = image.getContext('2d').getImageData(0, 0, width, height)
  const level = new Float32Array(width * height)
  const cover = new Float32Array(width * height)
  for (let i = 0, p = 0; i < level.length; i++, p += 4) {
    const [r = 0, g = 0, b = 0, a = 0] = data.subarray(p, p + 4)
    cover[i] = a / 255
    level[i] = ((a / 255) * (0.299 * r + 0.587 * g + 0.114 * b)) / 255
  }
  const soft = Math.max(1, Math.min(width, height) * 0.007)
  return { level: blurred(level, width, height, soft), cover: blurred(cover, width, height, soft) }
}

function histogramOf({ level, cover }: Fields): Float64Array {
  const histogram = new Float64Array(BINS)
  for (const [i, c] of cover.entries()) {
    if (c < 0.9) continue
    const bin = Math.min(BINS - 1, Math.floor(((level[i] as number) / c) * BINS))
    histogram[bin] = (histogram[bin] as number) + 1
  }
  return histogram
}

/** A drawing in three flat colours with clean edges, as a printer would cut it, and how much of it is dark and light. */
export type FlatPicture = { image: Canvas; darkShare: number; lightShare: number }

/** Cuts a drawing in three colours. */
export function flatTones(image: Canvas, palette: FlatPalette): FlatPicture {
  const { width, height } = image
  const fields = fieldsOf(image)
  const [low, high] = cutsOf(histogramOf(fields))
  const [dark, middle, light] = [rgb(palette.dark), rgb(palette.middle), rgb(palette.light)]
  const out = createCanvas(width, height)
  const context = out.getContext('2d')
  const pixels = context.createImageData(width, height)
  const counts = { dark: 0, light: 0, all: 1 }
  for (const [i, c] of fields.cover.entries()) {
    const alpha = ramp(c, 0.5, 0.3)
    if (alpha <= 0) continue
    const value = (fields.level[i] as number) / Math.max(0.05, c)
    const first = ramp(value, low, 0.05)
    const second = ramp(value, high, 0.05)
    counts.all++
    counts.dark += first < 0.5 ? 1 : 0
    counts.light += second > 0.5 && value > 0.72 ? 1 : 0
    for (let k = 0; k < 3; k++) {
      const lower = (dark[k] as number) * (1 - first) + (middle[k] as number) * first
      pixels.data[i * 4 + k] = lower * (1 - second) + (light[k] as number) * second
    }
    pixels.data[i * 4 + 3] = alpha * 255
  }
  context.putImageData(pixels, 0, 0)
  return { image: out, darkShare: counts.dark / counts.all, lightShare: counts.light / counts.all }
}

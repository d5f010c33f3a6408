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

/** A drawing in three flat colours with clean edges, as a printer would cut it. The shares tell how much of it is dark and how much light. */
export function flatTones(
  image: Canvas,
  palette: FlatPalette,
): { image: Canvas; darkShare: number; lightShare: number } {
  const { width, height } = image
  const source = image.getContext('2d').getImageData(0, 0, width, height)
  const level = new Float32Array(width * height)
  const cover = new Float32Array(width * height)
  for (let i = 0; i < level.length; i++) {
    const p = i * 4
    const a = (source.data[p + 3] ?? 0) / 255
    cover[i] = a
    level[i] =
      (a * (0.299 * (source.data[p] ?? 0) + 0.587 * (source.data[p + 1] ?? 0) + 0.114 * (source.data[p + 2] ?? 0))) /
      255
  }
  const soft = Math.max(1, Math.min(width, height) * 0.007)
  const smoothLevel = blurred(level, width, height, soft)
  const smoothCover = blurred(cover, width, height, soft)
  const histogram = new Float64Array(BINS)
  for (let i = 0; i < level.length; i++) {
    const c = smoothCover[i] ?? 0
    if (c < 0.9) continue
    const bin = Math.min(BINS - 1, Math.floor(((smoothLevel[i] ?? 0) / c) * BINS))
    histogram[bin] = (histogram[bin] ?? 0) + 1
  }
  const [low, high] = cutsOf(histogram)
  const [dark, middle, light] = [rgb(palette.dark), rgb(palette.middle), rgb(palette.light)]
  const out = createCanvas(width, height)
  const context = out.getContext('2d')
  const pixels = context.createImageData(width, height)
  let darkCount = 0
  let lightCount = 0
  let count = 0
  for (let i = 0; i < level.length; i++) {
    const c = smoothCover[i] ?? 0
    const alpha = ramp(c, 0.5, 0.3)
    if (alpha <= 0) continue
    const value = (smoothLevel[i] ?? 0) / Math.max(0.05, c)
    const first = ramp(value, low, 0.05)
    const second = ramp(value, high, 0.05)
    count++
    if (first < 0.5) darkCount++
    if (second > 0.5 && value > 0.72) lightCount++
    for (let k = 0; k < 3; k++) {
      const lower = (dark[k] ?? 0) * (1 - first) + (middle[k] ?? 0) * first
      pixels.data[i * 4 + k] = lower * (1 - second) + (light[k] ?? 0) * second
    }
    pixels.data[i * 4 + 3] = alpha * 255
  }
  context.putImageData(pixels, 0, 0)
  return { image: out, darkShare: darkCount / Math.max(1, count), lightShare: lightCount / Math.max(1, count) }
}

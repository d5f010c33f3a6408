import type { Edit } from '../../brief.ts'
import type { Pixels } from '../../job.ts'

type Rgb = [number, number, number]
type Adjustment = Exclude<Edit, 'add' | 'remove' | 'replace'>

const lightOf = ([red, green, blue]: Rgb) => 0.3 * red + 0.59 * green + 0.11 * blue
const coloured = (colour: Rgb, amount: number): Rgb => {
  const light = lightOf(colour)
  return colour.map((value) => light + (value - light) * amount) as Rgb
}
const scaled = (colour: Rgb, [r, g, b]: Rgb): Rgb => [colour[0] * r, colour[1] * g, colour[2] * b]
const curved = (colour: Rgb, power: number): Rgb => colour.map((value) => 255 * (value / 255) ** power) as Rgb

const ADJUSTMENTS: Record<Exclude<Adjustment, 'mirrored'>, (colour: Rgb) => Rgb> = {
  brighter: (colour) => curved(colour, 0.72),
  darker: (colour) => curved(colour, 1.45),
  vivid: (colour) => coloured(colour, 1.45),
  muted: (colour) => coloured(colour, 0.55),
  monochrome: (colour) => coloured(colour, 0),
  sepia: (colour) => scaled(coloured(colour, 0), [1.08, 0.92, 0.7]),
  warmer: (colour) => scaled(colour, [1.08, 1, 0.86]),
  cooler: (colour) => scaled(colour, [0.88, 0.98, 1.1]),
  contrast: (colour) => colour.map((value) => 128 + (value - 128) * 1.28) as Rgb,
}

/** Changes the colours of a whole picture as the prompt says, and turns it round where it should be mirrored. */
export function adjust(picture: Pixels, edits: readonly Edit[]): Pixels {
  const steps = edits.flatMap((edit) => (edit in ADJUSTMENTS ? ADJUSTMENTS[edit as keyof typeof ADJUSTMENTS] : []))
  const mirrored = edits.includes('mirrored')
  if (steps.length === 0 && !mirrored) return picture
  const { width, height, rgba } = picture
  const out = new Uint8ClampedArray(rgba.length)
  for (let y = 0, to = 0; y < height; y++)
    for (let x = 0; x < width; x++, to += 4) {
      const from = (y * width + (mirrored ? width - 1 - x : x)) * 4
      let colour: Rgb = [rgba[from] as number, rgba[from + 1] as number, rgba[from + 2] as number]
      for (const step of steps) colour = step(colour)
      out[to] = colour[0]
      out[to + 1] = colour[1]
      out[to + 2] = colour[2]
      out[to + 3] = 255
    }
  return { width, height, rgba: new Uint8Array(out.buffer) }
}

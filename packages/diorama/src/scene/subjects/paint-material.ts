import type { Canvas } from '@napi-rs/canvas'
import type { Material } from '../../brief.ts'
import { rgb, type Colour } from '../colour.ts'

type Look = {
  /** From the darkest to the lightest of the drawing: its shading stays, its colours become those of the material. */
  ramp: readonly [Colour, Colour, Colour, Colour]
  /** How much of the drawing's own colours shows through. */
  keeps?: number
  /** How solid it is; what is clear lets the scene behind it be seen. */
  solid?: number
  /** What the surface adds to the brightness at a place: shares of the height, from the upper left corner. */
  grain?: (x: number, y: number) => number
  /** Where a band of light runs across, as on what is polished. */
  shine?: number
}

const wave = (at: number) => Math.sin(at * Math.PI * 2)

// Unequal and without a pattern, and the same at the same place of the drawing in every size.
function speckle(x: number, y: number, fine: number): number {
  const mixed = Math.imul(Math.floor(x * fine) * 374_761_393 + Math.floor(y * fine) * 668_265_263, 1_274_126_177)
  return (((mixed ^ (mixed >>> 15)) >>> 0) % 1000) / 1000 - 0.5
}

// Long fibres that wander a little.
const fibres = (x: number, y: number) =>
  0.035 * wave(y * 26 + 0.9 * wave(x * 0.9) + 0.3 * wave(x * 2.3 + y)) + 0.025 * wave(y * 71 + 1.6 * wave(x * 1.4))
// Rows of stitches, each a small arrow.
const stitches = (x: number, y: number) => 0.1 * wave(y * 26 + 0.35 * Math.abs(wave(x * 13))) + 0.05 * wave(x * 26)
const folds = (x: number, y: number) =>
  0.05 * Math.sign(wave(x * 2.3 + y * 1.1)) + 0.03 * Math.sign(wave(x * 1.7 - y * 2.9))
const facets = (x: number, y: number) =>
  0.07 * Math.sign(wave(x * 3.1 + y * 2.3)) + 0.05 * Math.sign(wave(x * 4.7 - y * 3.7))
const veins = (x: number, y: number) => {
  const vein = Math.abs(wave(x * 1.6 + y * 1.1 + 0.5 * wave(y * 2.3 + x)))
  return vein < 0.06 ? -0.14 : 0.02
}
const flames = (x: number, y: number) => 0.16 * wave(y * 3 + 0.5 * wave(x * 5 + y * 2))
const leaves = (x: number, y: number) =>
  0.1 * Math.sign(wave(x * 9 + wave(y * 7))) * Math.sign(wave(y * 9 + wave(x * 6))) + 0.04 * wave(x * 23 + y * 19)

const LOOKS: Readonly<Record<Material, Look>> = {
  glass: { ramp: ['#2f6f8f', '#7fbcd6', '#c4e7f4', '#ffffff'], keeps: 0.16, solid: 0.62, shine: 0.5 },
  crystal: { ramp: ['#5b4a9c', '#9d8fe0', '#d6cdf8', '#ffffff'], solid: 0.78, grain: facets, shine: 0.35 },
  ice: { ramp: ['#3f7fae', '#86bfe2', '#c9e8f8', '#ffffff'], solid: 0.84, grain: facets, shine: 0.3 },
  wood: { ramp: ['#4a2b16', '#87552c', '#b9824c', '#e0b985'], grain: fibres },
  gold: { ramp: ['#5e3b06', '#b98212', '#eec14a', '#fff6cf'], shine: 0.4 },
  silver: { ramp: ['#3c4450', '#858f9c', '#c6cdd6', '#ffffff'], shine: 0.4 },
  bronze: { ramp: ['#33200f', '#7a4f26', '#b5803f', '#efcf92'], shine: 0.22 },
  metal: { ramp: ['#2b323b', '#66717d', '#a3adb8', '#eef2f6'], grain: (x, y) => 0.03 * wave(y * 60 + x), shine: 0.3 },
  stone: { ramp: ['#45433f', '#807c75', '#aeaaa1', '#dcd8cf'], grain: (x, y) => 0.13 * speckle(x, y, 60) },
  marble: { ramp: ['#8d8f98', '#c2c4ca', '#e6e6e8', '#ffffff'], grain: veins, shine: 0.12 },
  paper: { ramp: ['#a9a294', '#d8d2c4', '#f1ede3', '#ffffff'], keeps: 0.2, grain: folds },
  wool: { ramp: ['#3a2a24', '#8f7a6c', '#cdbba8', '#f7efe4'], keeps: 0.75, grain: stitches },
  clay: { ramp: ['#5f2c1c', '#a4553a', '#cf8360', '#f0bd9c'], grain: (x, y) => 0.04 * speckle(x, y, 24) },
  chocolate: { ramp: ['#2a130a', '#54291a', '#7d4630', '#b98566'], shine: 0.18 },
  fire: { ramp: ['#7a1206', '#e2451a', '#ffae2b', '#fff3b0'], grain: flames },
  sand: { ramp: ['#8a6a3c', '#c39d62', '#e2c48c', '#f7e6c0'], grain: (x, y) => 0.16 * speckle(x, y, 90) },
  leaves: { ramp: ['#173d1c', '#3a7d34', '#74b04a', '#c5e08a'], grain: leaves },
}

const STEPS = 256

// The colours of a ramp for every brightness, once for each picture.
function tableOf(ramp: Look['ramp']): Float32Array {
  const stops = ramp.map(rgb)
  const table = new Float32Array(STEPS * 3)
  for (let step = 0; step < STEPS; step++) {
    const at = (step / (STEPS - 1)) * (stops.length - 1)
    const low = Math.min(stops.length - 2, Math.floor(at))
    const [from, to] = [stops[low], stops[low + 1]]
    for (let channel = 0; channel < 3; channel++) {
      const a = from?.[channel] ?? 0
      table[step * 3 + channel] = a + ((to?.[channel] ?? 0) - a) * (at - low)
    }
  }
  return table
}

type Pixels = { data: Uint8ClampedArray; width: number; height: number }

function paintPixel({ data, width, height }: Pixels, at: number, look: Look, table: Float32Array): void {
  const { keeps = 0, solid = 1, grain, shine = 0 } = look
  const [r = 0, g = 0, b = 0, cover = 0] = data.subarray(at, at + 4)
  const x = ((at / 4) % width) / height
  const y = Math.floor(at / 4 / width) / height
  const own = (0.3 * r + 0.59 * g + 0.11 * b) / 255
  const band = shine * Math.max(0, 1 - Math.abs(x + y * 0.55 - 0.62) * 9)
  const bright = 0.12 + own * 0.8 + (grain?.(x, y) ?? 0) + band
  const step = Math.max(0, Math.min(STEPS - 1, Math.round(bright * (STEPS - 1)))) * 3
  const [red = 0, green = 0, blue = 0] = table.subarray(step, step + 3)
  data[at] = red * (1 - keeps) + r * keeps
  data[at + 1] = green * (1 - keeps) + g * keeps
  data[at + 2] = blue * (1 - keeps) + b * keeps
  // Dark lines and lights stay solid, or a glass figure would have neither eyes nor a rim.
  data[at + 3] = cover * Math.min(1, solid + Math.max(0, 0.35 - own) + band)
}

/** Paints a drawing as if it were made of something: its shape and shading stay, eyes and outlines with them. */
export function paintMaterial(image: Canvas, material: Material): void {
  const look = LOOKS[material]
  const table = tableOf(look.ramp)
  const context = image.getContext('2d')
  const pixels = context.getImageData(0, 0, image.width, image.height)
  const { data } = pixels
  for (let at = 0; at < data.length; at += 4) if (data[at + 3] !== 0) paintPixel(pixels, at, look, table)
  context.putImageData(pixels, 0, 0)
}

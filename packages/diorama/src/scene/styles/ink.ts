import { grey, mix } from '../colour.ts'
import { blob, ring } from '../draw/shapes.ts'
import type { Sheet } from '../layers.ts'
import { byPixel } from './by-pixel.ts'
import { overlay, paperEdge, vignette } from './overlays.ts'
import { edgesOf, noiseField, noiseIn, noiseMap, wobbled, type Raster } from './raster.ts'
import type { LayerContext, Paper, StyleTraits } from './style.ts'

const PAPER = [244, 236, 220] as const
const INK = [28, 30, 42] as const

function redraw(input: Raster, context: LayerContext): Raster {
  const { unit, seed, role } = context
  const raster = wobbled(input, seed, unit * 0.3, unit * 1.4)
  const { width, height, data } = raster
  const lines = edgesOf(raster, unit * 0.17)
  const wet = noiseMap(noiseField(seed), raster, unit * 5)
  const rough = noiseMap(noiseField(seed + 3), raster, unit * 0.8)
  const press = noiseMap(noiseField(seed + 9), raster, unit * 2.4)
  const keep = role === 'subject' ? 0.46 : role === 'glow' ? 0.5 : 0.14
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const p = i * 4
      if ((data[p + 3] as number) < 4) continue
      const r = data[p] as number
      const g = data[p + 1] as number
      const b = data[p + 2] as number
      const light = (0.299 * r + 0.587 * g + 0.114 * b) / 255
      const blotch = (noiseIn(wet, x, y) - 0.5) * 0.24 + (noiseIn(rough, x, y) - 0.5) * 0.1
      // Four washes; the step between them is soft because the paper is wet.
      const level = Math.max(0, Math.min(1, light * 1.08 + blotch + (role === 'sky' ? 0.26 : 0.08)))
      const stepped = (Math.floor(level * 4) + smooth(level * 4 - Math.floor(level * 4))) / 4
      const swell = noiseIn(press, x, y)
      const line =
        role === 'glow' || role === 'sky'
          ? 0
          : Math.max(0, Math.min(1, ((lines[i] as number) - 0.3 + swell * 0.3) * 2.2))
      const wash = (1 - stepped) * (role === 'subject' ? 0.96 : 0.8)
      for (let c = 0; c < 3; c++) {
        const paper = PAPER[c] as number
        const dark = INK[c] as number
        const toned = paper + (dark - paper) * wash
        const own = c === 0 ? r : c === 1 ? g : b
        const coloured = toned + (own - light * 255) * keep
        data[p + c] = coloured + (dark - coloured) * line * 0.92
      }
    }
  }
  return raster
}

function smooth(t: number): number {
  const sharp = Math.max(0, Math.min(1, (t - 0.5) * 2.6 + 0.5))
  return sharp * sharp * (3 - 2 * sharp)
}

function seal(paper: Paper): Sheet {
  const { width, height, unit } = paper
  const side = unit * 5.2
  const at = { x: width - unit * 8.5, y: height - unit * 8.5 }
  return overlay(paper, (context) => {
    const random = paper.random.fork('seal')
    context.fillStyle = 'rgba(190,44,38,0.88)'
    blob(context, [
      ...ring({ x: at.x + side / 2, y: at.y + side / 2 }, side * 0.62, random, { points: 8, rough: 0.08 }),
    ])
    context.fill()
    context.strokeStyle = 'rgba(250,240,226,0.92)'
    context.lineWidth = unit * 0.42
    context.lineCap = 'round'
    const line = (x: number, y: number, x2: number, y2: number) => {
      context.beginPath()
      context.moveTo(at.x + x * side, at.y + y * side)
      context.lineTo(at.x + x2 * side, at.y + y2 * side)
      context.stroke()
    }
    line(0.26, 0.32, 0.74, 0.32)
    line(0.5, 0.2, 0.5, 0.8)
    line(0.28, 0.54, 0.72, 0.54)
    line(0.24, 0.8, 0.76, 0.8)
  })
}

/** Brush and ink: washes of a few tones on warm paper, swelling lines, a breath of the old colour. */
export const ink: StyleTraits = {
  shadow: 0,
  hasGrain: false,
  inSquares: false,
  prefersNight: false,
  ...byPixel(redraw, 'land'),
  finish: (paper) => [vignette(paper, '#e6d9bd', 0.5), paperEdge(paper, PAPER, paper.unit * 2), seal(paper)],
  live: (colour) => mix(mix(grey(colour), '#1c1e2a', 0.35), colour, 0.16),
}

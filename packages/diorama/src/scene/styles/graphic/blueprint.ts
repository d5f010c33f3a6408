import { mix } from '../../colour.ts'
import type { Sheet } from '../../layers.ts'
import { byPixel } from '../by-pixel.ts'
import { overlay } from '../overlays.ts'
import { edgesOf, noiseField, noiseIn, noiseMap, type Raster } from '../raster.ts'
import type { LayerContext, Paper, StyleTraits } from '../style.ts'
import { clamped, lightOf, type Tint } from './tones.ts'

const BLUE: Tint = [24, 66, 140]
const CHALK: Tint = [232, 242, 255]

function redraw(raster: Raster, { unit, role, seed }: LayerContext): Raster {
  const { width, height, data } = raster
  const lines = edgesOf(raster, unit * 0.12)
  const stain = noiseMap(noiseField(seed), raster, unit * 9)
  const gap = Math.max(4, unit * 1.1)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const p = i * 4
      if ((data[p + 3] as number) < 4) continue
      const light = lightOf(data[p] as number, data[p + 1] as number, data[p + 2] as number)
      const line =
        role === 'glow'
          ? 0
          : clamped(((lines[i] as number) - 0.2) * 2) * (role === 'subject' ? 1 : role === 'land' ? 0.42 : 0.16)
      // The shade of the subject is hatched, as a draughtsman would.
      const hatched = role === 'subject' && light < 0.42 && (x + y) % gap < gap * 0.22 ? 0.34 : 0
      const ground = role === 'subject' ? 0.1 + light * 0.1 : role === 'land' ? 0.03 : 0
      const share = Math.max(line, hatched)
      const mottle = 1 + (noiseIn(stain, x, y) - 0.5) * 0.14
      for (let c = 0; c < 3; c++) {
        const blue = (BLUE[c] as number) * mottle + (255 - (BLUE[c] as number)) * ground
        data[p + c] = blue + ((CHALK[c] as number) - blue) * share
      }
      if (role === 'glow') data[p + 3] = (data[p + 3] as number) * 0.25
    }
  }
  return raster
}

function grid(paper: Paper): Sheet {
  const { width, height, unit } = paper
  return overlay(paper, (context) => {
    for (const [step, strength] of [
      [2.5, 0.1],
      [12.5, 0.22],
    ] as const) {
      context.strokeStyle = `rgba(210,228,255,${strength})`
      context.lineWidth = Math.max(1, unit * 0.1)
      context.beginPath()
      for (let x = unit * step; x < width; x += unit * step) {
        context.moveTo(x, 0)
        context.lineTo(x, height)
      }
      for (let y = unit * step; y < height; y += unit * step) {
        context.moveTo(0, y)
        context.lineTo(width, y)
      }
      context.stroke()
    }
    context.strokeStyle = 'rgba(235,244,255,0.85)'
    context.lineWidth = unit * 0.3
    context.strokeRect(unit * 2, unit * 2, width - unit * 4, height - unit * 4)
    // The field for the title of a drawing, with its lines.
    const [wide, high] = [unit * 24, unit * 8]
    const [x, y] = [width - unit * 2 - wide, height - unit * 2 - high]
    context.fillStyle = 'rgba(24,66,140,0.9)'
    context.fillRect(x, y, wide, high)
    context.strokeRect(x, y, wide, high)
    context.lineWidth = Math.max(1, unit * 0.15)
    context.beginPath()
    context.moveTo(x, y + high / 2)
    context.lineTo(x + wide, y + high / 2)
    context.moveTo(x + wide * 0.62, y)
    context.lineTo(x + wide * 0.62, y + high)
    context.stroke()
  })
}

/** A plan in white lines on blue paper with a grid. */
export const blueprint: StyleTraits = {
  shadow: 0,
  hasGrain: false,
  inSquares: false,
  prefersNight: false,
  ...byPixel(redraw),
  finish: (paper) => [grid(paper)],
  live: (colour) => mix('#2b56a0', mix(colour, '#ffffff', 0.6), 0.4),
}

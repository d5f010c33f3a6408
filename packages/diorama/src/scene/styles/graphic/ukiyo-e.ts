import { mix } from '../../colour.ts'
import type { Sheet } from '../../layers.ts'
import { byPixel } from '../by-pixel.ts'
import { overlay } from '../overlays.ts'
import { edgesOf, noiseField, noiseIn, noiseMap, type Raster } from '../raster.ts'
import type { LayerContext, Paper, StyleTraits } from '../style.ts'
import { clamped, lightOf, tintAlong, type Tint } from './tones.ts'

// The pigments of the woodblock: Prussian blue above all.
const COLD: readonly Tint[] = [
  [20, 38, 74],
  [44, 84, 128],
  [118, 160, 178],
  [206, 214, 200],
  [242, 232, 206],
]
const WARM: readonly Tint[] = [
  [62, 30, 28],
  [158, 62, 44],
  [208, 124, 72],
  [232, 190, 132],
  [244, 232, 204],
]
const GREEN: readonly Tint[] = [
  [28, 50, 46],
  [72, 104, 78],
  [138, 156, 104],
  [204, 206, 158],
  [242, 234, 206],
]
const INK: Tint = [26, 30, 48]

function rowFor(r: number, g: number, b: number): readonly Tint[] {
  if (r > g * 1.08 && r > b) return WARM
  return g >= b * 1.04 && g >= r * 0.92 ? GREEN : COLD
}

function redraw(raster: Raster, { unit, role, seed }: LayerContext): Raster {
  const { width, height, data } = raster
  if (role === 'glow') return raster
  const lines = edgesOf(raster, unit * 0.14)
  const wood = noiseMap(noiseField(seed), raster, unit * 2.6)
  for (let y = 0, i = 0; y < height; y++) {
    // The printer wipes the block: deep blue along the upper edge of the sky, fading downwards.
    const wiped = role === 'sky' ? clamped(1 - y / (height * 0.26)) ** 1.4 : 0
    const paled = role === 'sky' ? clamped(y / height) * 0.42 + 0.2 : 0
    for (let x = 0; x < width; x++, i++) {
      const p = i * 4
      if ((data[p + 3] as number) < 4) continue
      const [r, g, b] = [data[p] as number, data[p + 1] as number, data[p + 2] as number]
      const light = lightOf(r, g, b)
      const grain = (noiseIn(wood, x * 0.25, y) - 0.5) * 0.1
      const stepped = (Math.floor(clamped(light + grain * 0.5) * 5.99) + 0.5) / 6
      const tint = tintAlong(rowFor(r, g, b), (stepped * 0.8 + light * 0.2) * (role === 'subject' ? 0.9 : 1) + paled)
      const line = role === 'sky' ? 0 : clamped(((lines[i] as number) - 0.34) * 2.6)
      const own = [r, g, b] as const
      for (let c = 0; c < 3; c++) {
        const kept = role === 'subject' ? 0.55 : 0.06
        const printed = ((tint[c] as number) * (1 - kept) + (own[c] as number) * kept) * (1 + grain)
        const deep = printed + ((COLD[0] as Tint)[c] as number) * wiped * 0.82 - printed * wiped * 0.82
        data[p + c] = deep + ((INK[c] as number) - deep) * line * 0.9
      }
    }
  }
  return raster
}

// The title slip and the seal of the publisher, in a corner where no sky is missed.
function cartouche(paper: Paper): Sheet {
  const { width, height, unit } = paper
  return overlay(paper, (context) => {
    context.strokeStyle = '#efe3c4'
    context.lineWidth = unit * 2.4
    context.strokeRect(0, 0, width, height)
    context.strokeStyle = 'rgba(26,30,48,0.75)'
    context.lineWidth = Math.max(1, unit * 0.2)
    context.strokeRect(unit * 1.5, unit * 1.5, width - unit * 3, height - unit * 3)
    const [x, y, wide, high] = [width - unit * 8.4, unit * 4, unit * 4.4, unit * 15]
    context.fillStyle = '#e9d9ae'
    context.fillRect(x, y, wide, high)
    context.lineWidth = Math.max(1, unit * 0.25)
    context.strokeRect(x, y, wide, high)
    context.strokeStyle = '#2a2c3c'
    context.lineWidth = unit * 0.34
    const random = paper.random.fork('slip')
    for (let row = 0; row < 4; row++) {
      const top = y + unit * 1.4 + row * unit * 3.3
      for (let stroke = 0; stroke < 3; stroke++) {
        context.beginPath()
        context.moveTo(x + unit * random.between(0.9, 1.6), top + stroke * unit * 0.8)
        context.lineTo(x + unit * random.between(2.8, 3.5), top + stroke * unit * 0.8)
        context.stroke()
      }
      context.beginPath()
      context.moveTo(x + wide / 2, top - unit * 0.3)
      context.lineTo(x + wide / 2, top + unit * 2.2)
      context.stroke()
    }
    context.fillStyle = '#b5362c'
    context.fillRect(x + unit * 0.5, y + high + unit * 1, unit * 3.4, unit * 3.4)
  })
}

/** A Japanese woodblock print: few pigments, key lines, a sky wiped from deep blue to paper. */
export const ukiyoE: StyleTraits = {
  shadow: 0,
  hasGrain: false,
  inSquares: false,
  prefersNight: false,
  ...byPixel(redraw),
  finish: (paper) => [cartouche(paper)],
  live: (colour) => mix(colour, '#d9c9a0', 0.4),
}

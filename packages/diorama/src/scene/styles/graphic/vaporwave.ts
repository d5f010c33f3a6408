import { mix } from '../../colour.ts'
import type { Sheet } from '../../layers.ts'
import { byPixel } from '../by-pixel.ts'
import { overlay } from '../overlays.ts'
import { edgesOf, type Raster } from '../raster.ts'
import type { LayerContext, Paper, StyleTraits } from '../style.ts'
import { clamped, lightOf, tintAlong, vivid, type Tint } from './tones.ts'

const SKY: readonly Tint[] = [
  [38, 16, 84],
  [120, 34, 140],
  [255, 92, 168],
  [255, 168, 132],
  [255, 232, 160],
]
const LAND: readonly Tint[] = [
  [22, 10, 58],
  [72, 30, 128],
  [60, 110, 214],
  [84, 224, 236],
  [240, 252, 255],
]

function redraw(raster: Raster, { unit, role }: LayerContext): Raster {
  const { width, height, data } = raster
  if (role === 'glow') return raster
  const lines = edgesOf(raster, unit * 0.14)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const p = i * 4
      if ((data[p + 3] as number) < 4) continue
      const light = lightOf(data[p] as number, data[p + 1] as number, data[p + 2] as number)
      const fall = role === 'sky' ? light * 0.25 + (y / height) * 0.85 : light
      const tint = tintAlong(role === 'sky' ? SKY : LAND, fall)
      const kept = role === 'subject' ? 0.62 : 0.06
      const line = clamped(((lines[i] as number) - 0.3) * 2) * (role === 'land' ? 0.7 : 0)
      for (let c = 0; c < 3; c++) {
        const own = vivid(data[p + c] as number, light, 1.3)
        const toned = (tint[c] as number) * (1 - kept) + own * kept
        data[p + c] = toned + (([255, 110, 214][c] as number) - toned) * line
      }
    }
  }
  return raster
}

function scanLines(paper: Paper): Sheet {
  const { width, height, unit } = paper
  return overlay(paper, (context) => {
    const step = Math.max(2, unit * 0.5)
    context.fillStyle = 'rgba(20,4,50,0.12)'
    for (let y = 0; y < height; y += step * 2) context.fillRect(0, y, width, step)
    const haze = context.createLinearGradient(0, 0, 0, height)
    haze.addColorStop(0, 'rgba(120,40,200,0.16)')
    haze.addColorStop(0.6, 'rgba(255,90,180,0.1)')
    haze.addColorStop(1, 'rgba(40,220,240,0.14)')
    context.fillStyle = haze
    context.fillRect(0, 0, width, height)
  })
}

/** Pink, violet and cyan of old screens at dusk, with their lines. */
export const vaporwave: StyleTraits = {
  shadow: 0.25,
  hasGrain: false,
  inSquares: false,
  prefersNight: false,
  ...byPixel(redraw),
  finish: (paper) => [scanLines(paper)],
  live: (colour) => mix(colour, '#ff6ad5', 0.45),
}

import { mix } from '../../colour.ts'
import type { Sheet } from '../../layers.ts'
import { byPixel } from '../by-pixel.ts'
import { overlay } from '../overlays.ts'
import { edgesOf, type Raster } from '../raster.ts'
import type { LayerContext, Paper, StyleTraits } from '../style.ts'
import { clamped, lightOf, tintAlong, type Tint } from './tones.ts'

const ROW: readonly Tint[] = [
  [14, 20, 34],
  [18, 46, 62],
  [34, 92, 98],
  [190, 152, 84],
  [240, 222, 176],
]
const WARM: readonly Tint[] = [
  [34, 14, 20],
  [112, 34, 38],
  [178, 92, 48],
  [216, 174, 96],
  [244, 226, 182],
]
const GOLD: Tint = [214, 174, 92]

function redraw(raster: Raster, { unit, role }: LayerContext): Raster {
  const { width, height, data } = raster
  if (role === 'glow') return raster
  const lines = edgesOf(raster, unit * 0.16)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const p = i * 4
      if ((data[p + 3] as number) < 4) continue
      const [r, g, b] = [data[p] as number, data[p + 1] as number, data[p + 2] as number]
      const light = lightOf(r, g, b)
      // Rays behind everything: the fan that the age put on every wall.
      const angle = Math.atan2(height * 1.05 - y, x - width / 2)
      const ray = role === 'sky' && Math.floor(angle / 0.16) % 2 === 0 ? 0.1 : 0
      const stepped = (Math.floor(clamped(light) * 4.99) + 0.5) / 5
      const tint = tintAlong(r > g * 1.1 && r > b ? WARM : ROW, stepped * (role === 'sky' ? 0.55 : 0.92) + ray)
      const line = clamped(((lines[i] as number) - 0.34) * 2.4) * (role === 'sky' ? 0 : role === 'land' ? 0.6 : 0.85)
      const kept = role === 'subject' ? 0.28 : 0.04
      const own = [r, g, b] as const
      for (let c = 0; c < 3; c++) {
        const toned = (tint[c] as number) * (1 - kept) + (own[c] as number) * kept
        data[p + c] = toned + ((GOLD[c] as number) - toned) * line
      }
    }
  }
  return raster
}

function frame(paper: Paper): Sheet {
  const { width, height, unit } = paper
  return overlay(paper, (context) => {
    context.strokeStyle = '#d6ae5c'
    for (const [inset, wide] of [
      [1.4, 0.7],
      [2.8, 0.2],
      [3.5, 0.2],
    ] as const) {
      context.lineWidth = unit * wide
      context.strokeRect(unit * inset, unit * inset, width - unit * inset * 2, height - unit * inset * 2)
    }
    context.lineWidth = unit * 0.28
    for (const [x, y] of [
      [0, 0],
      [width, 0],
      [0, height],
      [width, height],
    ] as const) {
      for (const radius of [7, 9, 11]) {
        context.beginPath()
        context.arc(x, y, unit * radius, 0, Math.PI * 2)
        context.stroke()
      }
    }
  })
}

/** Navy, teal and gold in few steps, rays in the sky and a frame of the twenties. */
export const artDeco: StyleTraits = {
  shadow: 0,
  hasGrain: false,
  inSquares: false,
  prefersNight: false,
  ...byPixel(redraw),
  finish: (paper) => [frame(paper)],
  live: (colour) => mix(colour, '#d6ae5c', 0.5),
}

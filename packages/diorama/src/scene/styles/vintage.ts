import { mix } from '../colour.ts'
import type { Sheet } from '../layers.ts'
import { byPixel } from './by-pixel.ts'
import { overlay, vignette } from './overlays.ts'
import { noiseField, noiseIn, noiseMap, type Raster } from './raster.ts'
import type { LayerContext, Paper, StyleTraits } from './style.ts'

type Tint = readonly [number, number, number]

// The inks of an old travel poster.
const INKS: readonly Tint[] = [
  [246, 233, 204],
  [232, 196, 132],
  [222, 148, 74],
  [198, 84, 58],
  [142, 62, 66],
  [92, 134, 118],
  [146, 178, 160],
  [54, 92, 104],
  [40, 52, 78],
  [30, 28, 40],
  [188, 152, 150],
  [112, 140, 92],
]

type Pair = { near: Tint; next: Tint; share: number }

function distance(a: Tint, r: number, g: number, b: number): number {
  const dr = a[0] - r
  const dg = a[1] - g
  const db = a[2] - b
  return dr * dr * 0.6 + dg * dg + db * db * 0.5
}

function pairOf(r: number, g: number, b: number): Pair {
  let near = INKS[0] as Tint
  let next = near
  let best = Infinity
  let second = Infinity
  for (const tint of INKS) {
    const d = distance(tint, r, g, b)
    if (d < best) {
      second = best
      next = near
      best = d
      near = tint
    } else if (d < second) {
      second = d
      next = tint
    }
  }
  return { near, next, share: best / (best + second + 1) }
}

function redraw(raster: Raster, context: LayerContext): Raster {
  const { width, height, data } = raster
  const { unit, seed, role } = context
  const cell = Math.max(3, unit * 0.52)
  const worn = noiseMap(noiseField(seed), raster, Math.max(1, unit * 0.16))
  const pairs = new Map<number, Pair>()
  const turn = Math.PI / 5
  const cos = Math.cos(turn) / cell
  const sin = Math.sin(turn) / cell
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const p = (y * width + x) * 4
      if ((data[p + 3] as number) < 4) continue
      const r = data[p] as number
      const g = data[p + 1] as number
      const b = data[p + 2] as number
      const key = ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3)
      let pair = pairs.get(key)
      if (!pair) {
        pair = pairOf(r, g, b)
        pairs.set(key, pair)
      }
      const u = (x * cos + y * sin) * Math.PI * 2
      const v = (y * cos - x * sin) * Math.PI * 2
      const screen = (Math.cos(u) + Math.cos(v) + 2) / 4
      const dotted = pair.share * 1.25 > 1 - screen * 0.86 ? pair.next : pair.near
      const wear = noiseIn(worn, x, y)
      const rubbed = wear > 0.72 ? (wear - 0.72) * 1.5 : 0
      const hold = role === 'subject' ? 0.72 : role === 'glow' ? 0.5 : 0.84
      for (let c = 0; c < 3; c++) {
        const own = data[p + c] as number
        const printed = own + ((dotted[c] as number) - own) * hold
        const paper = INKS[0]?.[c] ?? 240
        data[p + c] = printed + (paper - printed) * Math.min(0.5, rubbed)
      }
    }
  }
  return raster
}

function printFrame(paper: Paper): Sheet {
  const { width, height, unit } = paper
  return overlay(paper, (context) => {
    const wide = unit * 2.6
    context.fillStyle = '#f3e7cb'
    context.beginPath()
    context.rect(0, 0, width, height)
    context.roundRect(wide, wide, width - wide * 2, height - wide * 2, unit * 0.8)
    context.fill('evenodd')
    context.strokeStyle = 'rgba(60,40,40,0.5)'
    context.lineWidth = Math.max(1, unit * 0.16)
    context.strokeRect(wide * 1.3, wide * 1.3, width - wide * 2.6, height - wide * 2.6)
  })
}

/** An old print: few inks, dots between them, worn paper. */
export const vintage: StyleTraits = {
  shadow: 0.16,
  hasGrain: false,
  inSquares: false,
  prefersNight: false,
  ...byPixel(redraw),
  finish: (paper) => [vignette(paper, '#7a4a2a', 0.22), printFrame(paper)],
  live: (colour) => mix(colour, '#d89a5a', 0.3),
}

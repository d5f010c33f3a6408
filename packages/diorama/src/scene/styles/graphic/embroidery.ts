import { mix } from '../../colour.ts'
import { byPixel } from '../by-pixel.ts'
import { edgesOf, noiseField, noiseIn, noiseMap, type Raster } from '../raster.ts'
import type { LayerContext, StyleTraits } from '../style.ts'
import { clamped, lightOf, vivid, type Tint } from './tones.ts'

const LINEN: Tint = [233, 223, 203]

// Threads over and under one another.
function weave(x: number, y: number, unit: number): number {
  const step = Math.max(2, unit * 0.34)
  const over = (Math.floor(x / step) + Math.floor(y / step)) % 2 === 0
  const across = Math.abs((over ? y : x) / step - Math.floor((over ? y : x) / step) - 0.5) * 2
  return 1.03 - across * 0.13
}

function linen(raster: Raster, unit: number): Raster {
  const { width, height, data } = raster
  for (let y = 0, p = 0; y < height; y++) {
    for (let x = 0; x < width; x++, p += 4) {
      if ((data[p + 3] as number) < 4) continue
      const cloth = weave(x, y, unit)
      // A breath of the sky's own colour: cloth is dyed, and evening stays evening.
      for (let c = 0; c < 3; c++) data[p + c] = ((LINEN[c] as number) * 0.8 + (data[p + c] as number) * 0.2) * cloth
    }
  }
  return raster
}

function redraw(raster: Raster, { unit, role, seed }: LayerContext): Raster {
  if (role === 'sky') return linen(raster, unit)
  const { width, height, data } = raster
  if (role === 'glow') return raster
  const contours = edgesOf(raster, unit * 0.3)
  const drift = noiseMap(noiseField(seed), raster, unit * (role === 'subject' ? 7 : 16))
  const ends = noiseMap(noiseField(seed + 9), raster, unit * 0.6)
  const thread = Math.max(2.4, unit * 0.42)
  const length = unit * 3.4
  const lay = role === 'subject' ? { bend: 3.4, lean: 0.9 } : { bend: 1.2, lean: 0.1 }
  const source = data.slice()
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const p = i * 4
      if ((data[p + 3] as number) < 4) continue
      const turn = (noiseIn(drift, x, y) - 0.5) * lay.bend + lay.lean
      const [sin, cos] = [Math.sin(turn), Math.cos(turn)]
      const across = (x * sin - y * cos) / thread
      const along = (x * cos + y * sin) / length + Math.floor(across) * 0.37
      // All of a stitch has the colour of its middle.
      const back = (along - Math.floor(along) - 0.5) * length * 0.5
      const [sx, sy] = [Math.round(x - cos * back), Math.round(y - sin * back)]
      const q = sx >= 0 && sy >= 0 && sx < width && sy < height ? (sy * width + sx) * 4 : p
      const from = (source[q + 3] as number) > 200 ? q : p
      const [r, g, b] = [source[from] as number, source[from + 1] as number, source[from + 2] as number]
      const round = 1 - Math.abs(across - Math.floor(across) - 0.5) * 2
      const tip = Math.min(
        1,
        Math.min(along - Math.floor(along), Math.ceil(along) - along) * 9 + noiseIn(ends, x, y) * 0.4,
      )
      const shade = 0.68 + round * 0.42 * tip + (tip - 1) * 0.1
      const outline = clamped(((contours[i] as number) - 0.5) * 1.6) * 0.5
      const light = lightOf(r, g, b)
      for (const [c, own] of [r, g, b].entries()) data[p + c] = vivid(own, light, 1.16) * shade * (1 - outline * 0.55)
    }
  }
  return raster
}

/** Satin stitches of thread on linen. */
export const embroidery: StyleTraits = {
  shadow: 0.5,
  hasGrain: false,
  inSquares: false,
  prefersNight: false,
  ...byPixel(redraw),
  finish: () => [],
  live: (colour) => mix(colour, '#e9dfcb', 0.25),
}

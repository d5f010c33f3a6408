import type { Canvas } from '@napi-rs/canvas'
import { brightness, hex, mix, toHsl, type Colour } from '../colour.ts'

/** The colours that make up a drawing: its main one, its lightest and its darkest of weight. */
export type Tones = { main: Colour; second: Colour; light: Colour; dark: Colour }

/** Shares of a picture: `left` to `right` and `top` to `bottom`, 0 to 1. */
export type Region = { left: number; right: number; top: number; bottom: number }

type Bin = { colour: Colour; weight: number }

/** The colours of a region, most frequent first. */
export function histogram(image: Canvas, region: Region = { left: 0, right: 1, top: 0, bottom: 1 }): Bin[] {
  const x = Math.floor(region.left * image.width)
  const y = Math.floor(region.top * image.height)
  const width = Math.max(1, Math.floor((region.right - region.left) * image.width))
  const height = Math.max(1, Math.floor((region.bottom - region.top) * image.height))
  const { data } = image.getContext('2d').getImageData(x, y, width, height)
  const bins = new Map<number, [count: number, r: number, g: number, b: number]>()
  for (let i = 0; i < data.length; i += 4) {
    if ((data[i + 3] ?? 0) < 200) continue
    const [r = 0, g = 0, b = 0] = data.subarray(i, i + 3)
    const key = ((r >> 5) << 10) | ((g >> 5) << 5) | (b >> 5)
    const bin = bins.get(key)
    if (bin) {
      bin[0]++
      bin[1] += r
      bin[2] += g
      bin[3] += b
    } else bins.set(key, [1, r, g, b])
  }
  const total = Math.max(1, data.length / 4)
  return Array.from(bins.values(), ([n, r, g, b]) => ({ colour: hex([r / n, g / n, b / n]), weight: n / total })).sort(
    (a, b) => b.weight - a.weight,
  )
}

/** The tones of a drawing. */
export function tonesOf(image: Canvas): Tones {
  const bins = histogram(image).filter((bin) => bin.weight > 0.012)
  const main = bins[0]?.colour ?? '#998877'
  const far = (colour: Colour) => {
    const [h, s, l] = toHsl(colour)
    const [mh, ms, ml] = toHsl(main)
    const turn = Math.min(Math.abs(h - mh), 360 - Math.abs(h - mh)) / 180
    return turn * Math.min(s, ms) * 2 + Math.abs(l - ml) + Math.abs(s - ms) * 0.3
  }
  const second = bins.find((bin) => far(bin.colour) > 0.25)?.colour ?? mix(main, '#000000', 0.25)
  const byLight = bins.map((bin) => bin.colour).sort((a, b) => brightness(b) - brightness(a))
  const lightest = byLight[0] ?? main
  const light = brightness(lightest) > brightness(main) + 0.12 ? lightest : mix(main, '#ffffff', 0.45)
  const dark = mix(main, '#1c1210', 0.62)
  return { main, second, light, dark }
}

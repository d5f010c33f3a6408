import type { Raster } from './raster.ts'

/** The colours of a pixel picture, and the nearest of them to every colour there is. */
export type Palette = { colours: Uint8Array; nearest: Uint8Array }

type Box = { pixels: number[]; spread: number; channel: number }

function boxOf(pixels: number[]): Box {
  const low = [255, 255, 255]
  const high = [0, 0, 0]
  for (const pixel of pixels) {
    for (let c = 0; c < 3; c++) {
      const v = (pixel >> (16 - c * 8)) & 255
      if (v < (low[c] as number)) low[c] = v
      if (v > (high[c] as number)) high[c] = v
    }
  }
  const spans = high.map((h, c) => (h - (low[c] as number)) * ([0.8, 1, 0.6][c] ?? 1))
  const spread = Math.max(...spans)
  return { pixels, spread: spread * Math.log2(pixels.length + 1), channel: spans.indexOf(spread) }
}

/** Chooses a palette of `size` colours by halving the colour space where it is fullest. */
export function paletteOf({ data }: Raster, size: number): Palette {
  const pixels: number[] = []
  for (let p = 0; p < data.length; p += 8) {
    pixels.push(((data[p] as number) << 16) | ((data[p + 1] as number) << 8) | (data[p + 2] as number))
  }
  let boxes = [boxOf(pixels)]
  while (boxes.length < size) {
    boxes.sort((a, b) => b.spread - a.spread)
    const [widest, ...others] = boxes
    if (!widest || widest.pixels.length < 2 || widest.spread === 0) break
    const shift = 16 - widest.channel * 8
    const sorted = widest.pixels.toSorted((a, b) => ((a >> shift) & 255) - ((b >> shift) & 255))
    const half = sorted.length >> 1
    boxes = [...others, boxOf(sorted.slice(0, half)), boxOf(sorted.slice(half))]
  }
  const colours = new Uint8Array(boxes.length * 3)
  for (const [i, box] of boxes.entries()) {
    for (let c = 0; c < 3; c++) {
      let sum = 0
      for (const pixel of box.pixels) sum += (pixel >> (16 - c * 8)) & 255
      colours[i * 3 + c] = sum / Math.max(1, box.pixels.length)
    }
  }
  return { colours, nearest: nearestTable(colours) }
}

function nearestTable(colours: Uint8Array): Uint8Array {
  const table = new Uint8Array(32 * 32 * 32)
  for (let key = 0; key < table.length; key++) {
    const r = ((key >> 10) & 31) * 8 + 4
    const g = ((key >> 5) & 31) * 8 + 4
    const b = (key & 31) * 8 + 4
    let best = Infinity
    for (let i = 0; i < colours.length / 3; i++) {
      const dr = (colours[i * 3] as number) - r
      const dg = (colours[i * 3 + 1] as number) - g
      const db = (colours[i * 3 + 2] as number) - b
      const d = dr * dr * 0.7 + dg * dg + db * db * 0.5
      if (d < best) {
        best = d
        table[key] = i
      }
    }
  }
  return table
}

const BAYER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5] as const

/** Sets every pixel to a colour of the palette, in an ordered pattern where it lies between two. */
export function quantise({ width, data }: Raster, palette: Palette, dither: number): void {
  for (let p = 0, i = 0; p < data.length; p += 4, i++) {
    const x = i % width
    const y = (i - x) / width
    const lift = ((BAYER[(y & 3) * 4 + (x & 3)] as number) / 15 - 0.5) * dither
    const r = Math.max(0, Math.min(255, (data[p] as number) + lift))
    const g = Math.max(0, Math.min(255, (data[p + 1] as number) + lift))
    const b = Math.max(0, Math.min(255, (data[p + 2] as number) + lift))
    const index = (palette.nearest[((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3)] as number) * 3
    data[p] = palette.colours[index] ?? 0
    data[p + 1] = palette.colours[index + 1] ?? 0
    data[p + 2] = palette.colours[index + 2] ?? 0
    data[p + 3] = 255
  }
}

/** How many real pixels one pixel of a pixel picture is wide. */
export function pixelSize(width: number, height: number): number {
  return Math.max(2, Math.round(Math.min(width, height * 1.3) / 160))
}

import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { softOutline } from '../soft-outline.ts'
import { fillPaper } from '../grain.ts'
import { seededRandom } from '../random.ts'
import type { Raster } from './raster.ts'

const SHEETS = 12
const ROUNDS = 9

type Lab = [number, number, number]

const linear = Float32Array.from({ length: 256 }, (_, v) => ((v / 255 + 0.055) / 1.055) ** 2.4)

// Lab, because distances in it are distances to the eye: bands of brightness alone lose the greens.
function toLab(r: number, g: number, b: number): Lab {
  const lr = linear[r] ?? 0
  const lg = linear[g] ?? 0
  const lb = linear[b] ?? 0
  const l = Math.cbrt(0.4122 * lr + 0.5363 * lg + 0.0514 * lb)
  const m = Math.cbrt(0.2119 * lr + 0.6807 * lg + 0.1074 * lb)
  const s = Math.cbrt(0.0883 * lr + 0.2817 * lg + 0.63 * lb)
  return [
    0.2105 * l + 0.7936 * m - 0.0041 * s,
    (1.978 * l - 2.4286 * m + 0.4506 * s) * 1.6,
    (0.0259 * l + 0.7828 * m - 0.8087 * s) * 1.6,
  ]
}

function nearest(centres: readonly Lab[], [l, a, b]: Lab): number {
  let best = 0
  let least = Infinity
  for (const [i, c] of centres.entries()) {
    const d = (c[0] - l) ** 2 + (c[1] - a) ** 2 + (c[2] - b) ** 2
    if (d < least) {
      least = d
      best = i
    }
  }
  return best
}

function apart(a: Lab, b: Lab): number {
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2
}

// Start far apart: each new centre is the sample farthest from those there are.
function spread(samples: readonly Lab[], seed: number): Lab[] {
  const first = samples[Math.floor(seededRandom(seed).next() * samples.length)]
  const centres: Lab[] = [first ?? [0, 0, 0]]
  while (centres.length < SHEETS) {
    let far: Lab = [0, 0, 0]
    let most = -1
    for (const sample of samples) {
      const d = apart(centres[nearest(centres, sample)] as Lab, sample)
      if (d > most) {
        most = d
        far = sample
      }
    }
    centres.push([...far])
  }
  return centres
}

function centresOf(samples: readonly Lab[], seed: number): Lab[] {
  let centres = spread(samples, seed)
  for (let round = 0; round < ROUNDS; round++) {
    const sums = centres.map(() => ({ l: 0, a: 0, b: 0, n: 0 }))
    for (const [l, a, b] of samples) {
      const sum = sums[nearest(centres, [l, a, b])]
      if (!sum) continue
      sum.l += l
      sum.a += a
      sum.b += b
      sum.n++
    }
    centres = sums.map(({ l, a, b, n }, i) => (n > 0 ? [l / n, a / n, b / n] : (centres[i] as Lab)))
  }
  return centres
}

function labelled({ width, height, data }: Raster, seed: number): { labels: Uint8Array; order: number[] } {
  const lab = (i: number) => toLab(data[i * 4] ?? 0, data[i * 4 + 1] ?? 0, data[i * 4 + 2] ?? 0)
  const samples: Lab[] = []
  const stride = Math.max(1, Math.floor((width * height) / 4000))
  for (let i = 0; i < width * height; i += stride) samples.push(lab(i))
  const centres = centresOf(samples, seed)
  const labels = new Uint8Array(width * height)
  const heights = centres.map(() => ({ sum: 0, count: 0 }))
  const known = new Map<number, number>()
  for (let i = 0; i < labels.length; i++) {
    const key =
      (((data[i * 4] as number) >> 3) << 10) |
      (((data[i * 4 + 1] as number) >> 3) << 5) |
      ((data[i * 4 + 2] as number) >> 3)
    let label = known.get(key)
    if (label === undefined) {
      label = nearest(centres, lab(i))
      known.set(key, label)
    }
    labels[i] = label
    const at = heights[label]
    if (at) {
      at.sum += Math.floor(i / width) / height
      at.count++
    }
  }
  // What lies lower in a picture is usually nearer: the top sheets come last.
  const order = centres.map((_, i) => i).sort((a, b) => mean(heights[a]) - mean(heights[b]))
  return { labels, order }
}

function mean(at: { sum: number; count: number } | undefined): number {
  return at && at.count > 0 ? at.sum / at.count : 0
}

/** Rebuilds a picture from sheets of cut paper, one for each of its main colours, with shadows between them. */
export function cutPaper(picture: Canvas, unit: number, seed: number): Canvas {
  const { width, height } = picture
  const scale = Math.min(1, 560 / Math.max(width, height))
  const small = createCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)))
  const soft = small.getContext('2d')
  soft.filter = `blur(${Math.max(0.6, unit * scale * 0.35).toFixed(2)}px)`
  soft.drawImage(picture, 0, 0, small.width, small.height)
  const raster = soft.getImageData(0, 0, small.width, small.height)
  const { labels, order } = labelled(raster, seed)
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.drawImage(small, 0, 0, width, height)
  for (const [rank, label] of order.entries()) {
    const sheet = sheetOf({ labels, raster, label, lowest: rank === 0 }, width, height)
    const shadow = softOutline(sheet, '#1a1430', unit * 0.9)
    context.globalAlpha = 0.5
    context.drawImage(shadow, unit * 0.15, unit * 0.3, width, height)
    context.globalAlpha = 1
    context.drawImage(sheet, 0, 0)
  }
  context.globalAlpha = 0.055
  fillPaper(context, width, height)
  context.globalAlpha = 1
  return canvas
}

type Cut = { labels: Uint8Array; raster: Raster; label: number; lowest: boolean }

function sheetOf({ labels, raster, label, lowest }: Cut, width: number, height: number): Canvas {
  const mask = createCanvas(raster.width, raster.height)
  const paint = mask.getContext('2d')
  const image = paint.createImageData(raster.width, raster.height)
  const sum = [0, 0, 0]
  let count = 0
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] !== label) continue
    for (let c = 0; c < 3; c++) sum[c] = (sum[c] as number) + (raster.data[i * 4 + c] as number)
    count++
  }
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] !== label && !lowest) continue
    for (let c = 0; c < 3; c++) {
      const flat = (sum[c] as number) / Math.max(1, count)
      image.data[i * 4 + c] = flat + ((raster.data[i * 4 + c] as number) - flat) * 0.45
    }
    image.data[i * 4 + 3] = 255
  }
  paint.putImageData(image, 0, 0)
  const sheet = createCanvas(width, height)
  const large = sheet.getContext('2d')
  large.imageSmoothingQuality = 'high'
  large.drawImage(mask, 0, 0, width, height)
  return sheet
}

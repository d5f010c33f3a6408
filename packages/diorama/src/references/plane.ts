import type { Pixels } from '../job.ts'

/** One number per cell, rows from the top. */
export type Plane = { width: number; height: number; data: Float32Array }

/** A plane computed cell by cell. */
export function planeOf(width: number, height: number, value: (x: number, y: number, at: number) => number): Plane {
  const data = new Float32Array(width * height)
  for (let y = 0, at = 0; y < height; y++) for (let x = 0; x < width; x++, at++) data[at] = value(x, y, at)
  return { width, height, data }
}

/** A plane computed from others of the same size. */
export function combine(planes: readonly Plane[], value: (...at: number[]) => number): Plane {
  const [{ width, height }] = planes as [Plane]
  return planeOf(width, height, (_x, _y, at) => value(...planes.map((plane) => plane.data[at] as number)))
}

/** Lightness and two colour differences, each about 0 to 1 or -1 to 1. */
export function opponentPlanes({ width, height, rgba }: Pixels): [Plane, Plane, Plane] {
  const channel = (at: number, offset: number): number => (rgba[at * 4 + offset] as number) / 255
  return [
    planeOf(width, height, (_x, _y, at) => 0.3 * channel(at, 0) + 0.59 * channel(at, 1) + 0.11 * channel(at, 2)),
    planeOf(width, height, (_x, _y, at) => channel(at, 0) - channel(at, 1)),
    planeOf(width, height, (_x, _y, at) => (channel(at, 0) + channel(at, 1)) / 2 - channel(at, 2)),
  ]
}

/** The mean over a square of this radius around each cell; at the border, over the part that lies inside. */
export function boxBlur(plane: Plane, radius: number): Plane {
  return blurRows(blurRows(plane, radius, false), radius, true)
}

/** Three box blurs come close enough to a Gaussian that no box can be seen. */
export function softBlur(plane: Plane, radius: number): Plane {
  return boxBlur(boxBlur(boxBlur(plane, radius), radius), radius)
}

function blurRows({ width, height, data }: Plane, radius: number, columns: boolean): Plane {
  const [lines, length] = columns ? [width, height] : [height, width]
  const [lineStep, step] = columns ? [1, width] : [width, 1]
  const out = new Float32Array(data.length)
  for (let line = 0; line < lines; line++) {
    const start = line * lineStep
    let sum = 0
    let count = 0
    for (let i = -radius; i < length; i++) {
      if (i + radius < length) {
        sum += data[start + (i + radius) * step] as number
        count += 1
      }
      if (i - radius - 1 >= 0) {
        sum -= data[start + (i - radius - 1) * step] as number
        count -= 1
      }
      if (i >= 0) out[start + i * step] = sum / count
    }
  }
  return { width, height, data: out }
}

/** Smooths `plane` but keeps the edges that it shares with `guide` (a guided filter). */
export function guidedBlur(plane: Plane, guide: Plane, radius: number, tolerance: number): Plane {
  const mean = (a: Plane): Plane => boxBlur(a, radius)
  const product = (a: Plane, b: Plane): Plane => combine([a, b], (x, y) => x * y)
  const [meanGuide, meanPlane] = [mean(guide), mean(plane)]
  const [meanBoth, meanSquare] = [mean(product(guide, plane)), mean(product(guide, guide))]
  const slope = planeOf(plane.width, plane.height, (_x, _y, at) => {
    const [g, p] = [meanGuide.data[at] as number, meanPlane.data[at] as number]
    return ((meanBoth.data[at] as number) - g * p) / ((meanSquare.data[at] as number) - g * g + tolerance)
  })
  const offset = planeOf(plane.width, plane.height, (_x, _y, at) => {
    return (meanPlane.data[at] as number) - (slope.data[at] as number) * (meanGuide.data[at] as number)
  })
  const [meanSlope, meanOffset] = [mean(slope), mean(offset)]
  return planeOf(plane.width, plane.height, (_x, _y, at) => {
    return (meanSlope.data[at] as number) * (guide.data[at] as number) + (meanOffset.data[at] as number)
  })
}

/** Stretches the plane so that its 2nd and 98th percentiles become 0 and 1, and cuts what lies outside. */
export function normalise(plane: Plane): Plane {
  const sorted = plane.data.slice().sort()
  const low = sorted[Math.floor(sorted.length * 0.02)] as number
  const high = sorted[Math.floor(sorted.length * 0.98)] as number
  const range = Math.max(1e-6, high - low)
  return combine([plane], (value) => Math.min(1, Math.max(0, (value - low) / range)))
}

/** The value between cells, in cell units; outside, the border's. */
export function sampleAt({ width, height, data }: Plane, x: number, y: number): number {
  const cx = Math.min(width - 1, Math.max(0, x))
  const cy = Math.min(height - 1, Math.max(0, y))
  const left = Math.min(width - 2, Math.floor(cx))
  const top = Math.min(height - 2, Math.floor(cy))
  const [fx, fy] = [cx - left, cy - top]
  const at = top * width + left
  const upper = (data[at] as number) * (1 - fx) + (data[at + 1] as number) * fx
  const lower = (data[at + width] as number) * (1 - fx) + (data[at + width + 1] as number) * fx
  return upper * (1 - fy) + lower * fy
}

import type { RegionMap } from './regions.ts'

/** A sun or a moon: its middle in shares of width and height, its radius in shares of the width. */
export type Disc = { x: number; y: number; radius: number }

type Blob = { area: number; left: number; right: number; top: number; bottom: number; light: number }

// How many levels are tried: a sun behind thin cloud is not the brightest white there is.
const LEVELS = [0.99, 0.975, 0.96, 0.945, 0.92] as const

/** The sun or the moon in the found sky: the roundest spot of what is brightest there. */
export function discIn({ width, height, colours }: RegionMap, found: Float32Array): Disc | undefined {
  const light = Float32Array.from(found, (open, at) => {
    if (open < 0.5) return 0
    return (
      0.3 * (colours[at * 3] as number) +
      0.59 * (colours[at * 3 + 1] as number) +
      0.11 * (colours[at * 3 + 2] as number)
    )
  })
  const most = light.reduce((high, value) => Math.max(high, value), 0)
  let best: { blob: Blob; round: number } | undefined
  for (const level of LEVELS)
    for (const blob of blobsAbove(light, width, most * level)) {
      const round = roundness(blob, width * height)
      if (round > (best?.round ?? 0.62)) best = { blob, round }
    }
  if (!best) return undefined
  const { left, right, top, bottom } = best.blob
  const radius = Math.max(right - left, bottom - top) / 2 + 0.5
  return { x: (left + right + 1) / 2 / width, y: (top + bottom + 1) / 2 / height, radius: radius / width }
}

function roundness({ area, left, right, top, bottom }: Blob, all: number): number {
  const [wide, tall] = [right - left + 1, bottom - top + 1]
  if (area < all * 0.0008 || area > all * 0.03) return 0
  const square = Math.min(wide, tall) / Math.max(wide, tall)
  // A disc fills pi quarters of its box.
  const full = 1 - Math.abs(area / (wide * tall) - 0.785) * 2.4
  return square * full
}

function blobsAbove(light: Float32Array, width: number, level: number): Blob[] {
  const seen = new Uint8Array(light.length)
  const blobs: Blob[] = []
  const queue: number[] = []
  for (let start = 0; start < light.length; start++) {
    if (seen[start] || (light[start] as number) < level) continue
    const blob = { area: 0, left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity, light: 0 }
    seen[start] = 1
    queue.push(start)
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)]
      blob.area++
      blob.left = Math.min(blob.left, x)
      blob.right = Math.max(blob.right, x)
      blob.top = Math.min(blob.top, y)
      blob.bottom = Math.max(blob.bottom, y)
      for (const to of [at - width, at + width, x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1]) {
        if (to < 0 || to >= light.length || seen[to] || (light[to] as number) < level) continue
        seen[to] = 1
        queue.push(to)
      }
    }
    blobs.push(blob)
  }
  return blobs
}

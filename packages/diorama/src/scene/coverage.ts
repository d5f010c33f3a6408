import type { Canvas } from '@napi-rs/canvas'

// Small enough to follow a skyline, large enough that counting tiles costs next to nothing.
const TILE = 16

/** Which tiles of a sheet hold anything, and which let nothing through: each a sum over all tiles above and to the left. */
export type Coverage = { width: number; height: number; stride: number; painted: Uint32Array; solid: Uint32Array }

/** A stretch of tiles along one side of a sheet, and whether all the pixels asked for exist. */
export type Stretch = { from: number; to: number; inside: boolean }

/** Looks at every pixel of a sheet once. */
export function coverageOf(canvas: Canvas): Coverage {
  const { width, height } = canvas
  const bytes = canvas.data()
  const pixels = new Uint32Array(bytes.buffer, bytes.byteOffset, width * height)
  const columns = Math.ceil(width / TILE)
  const stride = columns + 1
  const painted = new Uint32Array(stride * (Math.ceil(height / TILE) + 1))
  const solid = new Uint32Array(painted.length)
  for (let top = 0, at = stride + 1; top < height; top += TILE, at += stride) {
    const bottom = Math.min(height, top + TILE)
    for (let column = 0; column < columns; column++) {
      const left = column * TILE
      const right = Math.min(width, left + TILE)
      let some = 0
      let every = -1
      for (let y = top * width; y < bottom * width; y += width) {
        for (let x = left; x < right; x++) {
          some |= pixels[y + x] as number
          every &= pixels[y + x] as number
        }
      }
      // Alpha is the highest of a pixel's four bytes.
      sumUp(painted, at + column, stride, some >>> 24 === 0 ? 0 : 1)
      sumUp(solid, at + column, stride, every >>> 24 === 255 ? 1 : 0)
    }
  }
  return { width, height, stride, painted, solid }
}

function sumUp(sums: Uint32Array, at: number, stride: number, value: number): void {
  sums[at] = value + (sums[at - 1] as number) + (sums[at - stride] as number) - (sums[at - stride - 1] as number)
}

/** The tiles that hold the pixels from `first` up to and without `end` of a side this long. */
export function stretchOf(first: number, end: number, length: number): Stretch {
  const last = Math.ceil(length / TILE)
  return {
    from: Math.min(last, Math.max(0, Math.floor(first / TILE))),
    to: Math.min(last, Math.max(0, Math.ceil(end / TILE))),
    inside: first >= 0 && end <= length,
  }
}

/** How many of these tiles count in `sums`. */
export function tilesIn(sums: Uint32Array, stride: number, across: Stretch, down: Stretch): number {
  const top = down.from * stride
  const low = down.to * stride
  return (
    (sums[low + across.to] as number) -
    (sums[low + across.from] as number) -
    (sums[top + across.to] as number) +
    (sums[top + across.from] as number)
  )
}

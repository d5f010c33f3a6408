/** Pixels that a style works on in place: straight alpha, four bytes a pixel. */
export type Raster = { width: number; height: number; data: Uint8ClampedArray | Uint8Array }

/** How bright each pixel is, 0 to 1; transparent ones count as middle grey. */
export function brightnessOf({ width, height, data }: Raster): Float32Array {
  const field = new Float32Array(width * height)
  for (let i = 0, p = 0; i < field.length; i++, p += 4) {
    const a = (data[p + 3] as number) / 255
    const l = (0.299 * (data[p] as number) + 0.587 * (data[p + 1] as number) + 0.114 * (data[p + 2] as number)) / 255
    field[i] = l * a + 0.5 * (1 - a)
  }
  return field
}

/** How covered each pixel is, 0 to 1. */
export function coverOf({ width, height, data }: Raster): Float32Array {
  const field = new Float32Array(width * height)
  for (let i = 0; i < field.length; i++) field[i] = (data[i * 4 + 3] as number) / 255
  return field
}

/** A field averaged over a square, in two passes. */
export function blurred(field: Float32Array, width: number, height: number, radius: number): Float32Array {
  const r = Math.max(1, Math.round(radius))
  return blurredAlong(blurredAcross(field, width, height, r), width, height, r)
}

// Beyond its ends a line goes on as its last pixel.
function blurredAcross(from: Float32Array, width: number, height: number, r: number): Float32Array {
  const to = new Float32Array(from.length)
  const share = 1 / (2 * r + 1)
  const last = width - 1
  for (let row = 0; row < height; row++) {
    const start = row * width
    const first = from[start] as number
    let sum = 0
    for (let k = -r; k <= r; k++) sum += from[start + Math.max(0, Math.min(last, k))] as number
    for (let k = 0; k < width; k++) {
      to[start + k] = sum * share
      const ahead = k + r + 1
      const behind = k - r
      const comes = from[start + (ahead > last ? last : ahead)] as number
      sum += comes - (behind > 0 ? (from[start + behind] as number) : first)
    }
  }
  return to
}

// Row after row for all columns at once: down one column after the other no two pixels share a line of the cache.
function blurredAlong(from: Float32Array, width: number, height: number, r: number): Float32Array {
  const to = new Float32Array(from.length)
  const share = 1 / (2 * r + 1)
  const rowAt = (row: number) => Math.max(0, Math.min(height - 1, row)) * width
  const sums = new Float64Array(width)
  for (let row = -r; row <= r; row++) {
    const at = rowAt(row)
    for (let x = 0; x < width; x++) sums[x] = (sums[x] as number) + (from[at + x] as number)
  }
  for (let row = 0; row < height; row++) {
    const here = row * width
    const ahead = rowAt(row + r + 1)
    const behind = rowAt(row - r)
    for (let x = 0; x < width; x++) {
      const sum = sums[x] as number
      to[here + x] = sum * share
      sums[x] = sum + ((from[ahead + x] as number) - (from[behind + x] as number))
    }
  }
  return to
}

/** Where lines run: differences of colour and of cover across `reach` pixels, 0 to 1. */
export function edgesOf(raster: Raster, reach: number): Float32Array {
  const { width, height, data } = raster
  const d = Math.max(1, Math.round(reach))
  const out = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    const up = Math.max(0, y - d) * width
    const down = Math.min(height - 1, y + d) * width
    for (let x = 0; x < width; x++) {
      const left = (y * width + Math.max(0, x - d)) * 4
      const right = (y * width + Math.min(width - 1, x + d)) * 4
      const top = (up + x) * 4
      const bottom = (down + x) * 4
      let strongest = 0
      for (let c = 0; c < 4; c++) {
        const gx = (data[right + c] as number) - (data[left + c] as number)
        const gy = (data[bottom + c] as number) - (data[top + c] as number)
        const g = gx * gx + gy * gy
        if (g > strongest) strongest = g
      }
      out[y * width + x] = Math.min(1, Math.sqrt(strongest) / 150)
    }
  }
  return out
}

const NOISE_SIDE = 256
const grains = new Map<number, Float32Array>()

/** A repeating field of noise between 0 and 1, smooth over about `1/256` of its side times four. */
export function noiseField(seed: number): Float32Array {
  const known = grains.get(seed)
  if (known) return known
  let state = seed | 1
  const raw = new Float32Array(NOISE_SIDE * NOISE_SIDE)
  for (let i = 0; i < raw.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    raw[i] = (state >>> 8) / 16777216
  }
  const field = new Float32Array(raw.length)
  const cell = (x: number, y: number) => raw[((y & 255) << 8) | (x & 255)] ?? 0
  for (let y = 0; y < NOISE_SIDE; y++) {
    for (let x = 0; x < NOISE_SIDE; x++) {
      field[(y << 8) | x] = (cell(x, y) * 2 + cell(x + 1, y) + cell(x - 1, y) + cell(x, y + 1) + cell(x, y - 1)) / 6
    }
  }
  if (grains.size > 12) grains.clear()
  grains.set(seed, field)
  return field
}

/** The noise at a place, stretched by `scale` pixels and interpolated. */
export function noiseAt(field: Float32Array, x: number, y: number, scale: number): number {
  const fx = x / scale + 1000
  const fy = y / scale + 1000
  const ix = Math.floor(fx)
  const iy = Math.floor(fy)
  const tx = fx - ix
  const ty = fy - iy
  const row = (iy & 255) << 8
  const next = ((iy + 1) & 255) << 8
  const a = field[row | (ix & 255)] ?? 0
  const b = field[row | ((ix + 1) & 255)] ?? 0
  const c = field[next | (ix & 255)] ?? 0
  const d = field[next | ((ix + 1) & 255)] ?? 0
  return (a * (1 - tx) + b * tx) * (1 - ty) + (c * (1 - tx) + d * tx) * ty
}

/** Noise for every pixel of a picture, worked out on a coarse grid because it changes slowly. */
export type NoiseMap = { values: Float32Array; width: number; shift: number }

/** Prepares the noise of a whole picture, stretched by `scale` pixels. */
export function noiseMap(field: Float32Array, size: { width: number; height: number }, scale: number): NoiseMap {
  // A sixth of the scale: finer is not seen, coarser shows as squares.
  const shift = Math.max(0, Math.min(4, Math.floor(Math.log2(Math.max(1, scale / 6)))))
  const step = 1 << shift
  const width = Math.ceil(size.width / step)
  const height = Math.ceil(size.height / step)
  const values = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) values[y * width + x] = noiseAt(field, x * step, y * step, scale)
  }
  return { values, width, shift }
}

/** The prepared noise at a pixel. */
export function noiseIn(map: NoiseMap, x: number, y: number): number {
  return map.values[(y >> map.shift) * map.width + (x >> map.shift)] ?? 0.5
}

/** The raster with every pixel taken from a little aside, so that straight edges look drawn by hand. */
export function wobbled(raster: Raster, seed: number, reach: number, scale: number): Raster {
  const { width, height, data } = raster
  const across = noiseMap(noiseField(seed), raster, scale)
  const along = noiseMap(noiseField(seed + 77), raster, scale)
  const from = new Uint32Array(data.buffer, data.byteOffset, data.length >> 2)
  const out = new Uint32Array(from.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const sx = Math.round(x + (noiseIn(across, x, y) - 0.5) * reach * 2)
      const sy = Math.round(y + (noiseIn(along, x, y) - 0.5) * reach * 2)
      out[y * width + x] =
        from[Math.max(0, Math.min(height - 1, sy)) * width + Math.max(0, Math.min(width - 1, sx))] ?? 0
    }
  }
  return { width, height, data: new Uint8ClampedArray(out.buffer) }
}

/** Where each pixel of a frame comes from, as an offset in pixels, known on a coarse grid of `step` pixels. */
export type Field = { columns: number; rows: number; step: number; dx: Float32Array; dy: Float32Array }

/** Pixels as one 32-bit word each. */
export type Words = { width: number; height: number; data: Uint32Array }

/** An empty field that covers a frame of this size. */
export function fieldFor(width: number, height: number, step: number): Field {
  const columns = Math.ceil(width / step) + 1
  const rows = Math.ceil(height / step) + 1
  return { columns, rows, step, dx: new Float32Array(columns * rows), dy: new Float32Array(columns * rows) }
}

/** Draws `source` displaced by `field` into `out`; beyond its rim it is mirrored, so that no streaks appear. */
export function warpInto(source: Words, field: Field, out: Uint32Array): void {
  const { height } = source
  const { columns, step, dx, dy } = field
  // Offsets of one row at every grid column, then stepped through pixel by pixel in 8-bit fixed point.
  const rowX = new Float32Array(columns)
  const rowY = new Float32Array(columns)
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / step) * columns
    const part = (y % step) / step
    for (let column = 0; column < columns; column++) {
      const at = row + column
      rowX[column] = 256 * ((dx[at] as number) * (1 - part) + (dx[at + columns] as number) * part)
      rowY[column] = 256 * ((dy[at] as number) * (1 - part) + (dy[at + columns] as number) * part)
    }
    warpRow(source, { y, step, rowX, rowY }, out)
  }
}

type Row = { y: number; step: number; rowX: Float32Array; rowY: Float32Array }

function warpRow({ width, height, data }: Words, { y, step, rowX, rowY }: Row, out: Uint32Array): void {
  const right = (width - 1) * 256
  const bottom = (height - 1) * 256
  let at = y * width
  for (let column = 0, start = 0; start < width; column++, start += step) {
    let sx = start * 256 + (rowX[column] as number)
    let sy = y * 256 + (rowY[column] as number)
    const stepX = 256 + ((rowX[column + 1] as number) - (rowX[column] as number)) / step
    const stepY = ((rowY[column + 1] as number) - (rowY[column] as number)) / step
    for (const end = Math.min(at + step, (y + 1) * width); at < end; at++, sx += stepX, sy += stepY) {
      const px = mirrored(sx | 0, right)
      const py = mirrored(sy | 0, bottom)
      out[at] = between(data, (py >> 8) * width + (px >> 8), width, px & 255, py & 255)
    }
  }
}

function mirrored(place: number, last: number): number {
  const inside = place < 0 ? -place : place > last ? 2 * last - place : place
  return inside < 0 ? 0 : inside
}

// Bilinear on two channels at a time. Exact places are common (frame 0 is the picture itself), and past the rim nothing is read.
function between(data: Uint32Array, at: number, width: number, fx: number, fy: number): number {
  const a = data[at] as number
  if ((fx | fy) === 0) return a
  const b = fx === 0 ? a : (data[at + 1] as number)
  const c = fy === 0 ? a : (data[at + width] as number)
  const d = fy === 0 ? b : fx === 0 ? c : (data[at + width + 1] as number)
  const upper = mix(a, b, fx)
  return fy === 0 ? upper : mix(upper, mix(c, d, fx), fy)
}

/** Two words mixed channel by channel; `part` is 0 to 256. The result is opaque. */
export function mix(a: number, b: number, part: number): number {
  const rest = 256 - part
  const redBlue = (Math.imul(a & 0xff00ff, rest) + Math.imul(b & 0xff00ff, part) + 0x800080) >>> 8
  const green = (Math.imul((a >>> 8) & 0xff, rest) + Math.imul((b >>> 8) & 0xff, part) + 0x80) >>> 8
  return ((redBlue & 0xff00ff) | (green << 8) | 0xff000000) >>> 0
}

/** The pixels as words, in memory of their own. */
export function wordsOf({ width, height, rgba }: { width: number; height: number; rgba: Uint8Array }): Words {
  const copy = rgba.slice()
  return { width, height, data: new Uint32Array(copy.buffer, 0, width * height) }
}

const SIDE = 128
const CELLS = 16
const CELL = SIDE / CELLS

/** RGBA of 128 by 128 pixels, not premultiplied. */
export type SmallPicture = Uint8Array | Uint8ClampedArray

function cellsOf(picture: SmallPicture): Float64Array {
  const cells = new Float64Array(CELLS * CELLS * 4)
  for (let at = 0; at < SIDE * SIDE; at++) {
    const cell = Math.floor(at / SIDE / CELL) * CELLS + Math.floor((at % SIDE) / CELL)
    const alpha = picture[at * 4 + 3] ?? 0
    for (let channel = 0; channel < 4; channel++) {
      const value = channel === 3 ? alpha : ((picture[at * 4 + channel] ?? 0) * alpha) / 255
      cells[cell * 4 + channel] = (cells[cell * 4 + channel] ?? 0) + value / (CELL * CELL)
    }
  }
  return cells
}

/** How far two pictures of 128 by 128 pixels are apart in their worst square of 8 by 8, in levels of 255. */
export function pictureDifference(one: SmallPicture, other: SmallPicture): number {
  const others = cellsOf(other)
  return cellsOf(one).reduce((worst, value, at) => Math.max(worst, Math.abs(value - (others[at] ?? 0))), 0)
}

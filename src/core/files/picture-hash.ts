import type { Dimensions } from '../tasks/size.ts'

type Pixels = Dimensions & { rgba: Uint8Array }

/** No more pixels per side are needed to see what a picture looks like. */
export const LOOK_SIDE = 64

const COLUMNS = 9
const ROWS = 8
const PART_DIGITS = 4
const PART_BITS = 16
// A sky, a wall or a plain colour looks like any other one.
const LEAST_EDGES = 8
/** How many of the 64 bits may differ in a copy: `similarParts` finds all of those. */
export const MOST_DIFFERENCES = 7

/**
 * The look of a picture, 64 bits as hex: whether each of 8 by 8 cells is brighter than its neighbour (dHash). It
 * survives another size, format or quality, but not a crop or a rotation. Null if there is too little to see.
 */
export function pictureHash(pixels: Pixels): string | null {
  const light = brightness(pixels)
  let bits = 0n
  let edges = 0
  for (let row = 0; row < ROWS; row++)
    for (let column = 0; column + 1 < COLUMNS; column++) {
      const [left = 0, right = 0] = light.slice(row * COLUMNS + column)
      bits = (bits << 1n) | (left > right ? 1n : 0n)
      if (Math.abs(left - right) > 1) edges++
    }
  return edges < LEAST_EDGES ? null : bits.toString(16).padStart(16, '0')
}

/** The mean brightness of 9 by 8 cells, from 0 to 255. */
function brightness({ width, height, rgba }: Pixels): number[] {
  const sums = Array.from({ length: COLUMNS * ROWS }, () => 0)
  const counts = Array.from({ length: COLUMNS * ROWS }, () => 0)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const place = Math.floor((y * ROWS) / height) * COLUMNS + Math.floor((x * COLUMNS) / width)
      const [red = 0, green = 0, blue = 0] = rgba.subarray((y * width + x) * 4)
      sums[place] = (sums[place] ?? 0) + 0.299 * red + 0.587 * green + 0.114 * blue
      counts[place] = (counts[place] ?? 0) + 1
    }
  return sums.map((sum, place) => sum / Math.max(1, counts[place] ?? 1))
}

/** The number of bits in which two pictures differ. */
export function hashDifferences(one: string, other: string): number {
  const bits = BigInt(`0x${one}`) ^ BigInt(`0x${other}`)
  return bits.toString(2).replaceAll('0', '').length
}

/**
 * For each of the four parts of a hash, the values that differ in at most one bit. If two hashes differ in up to seven
 * bits, at least one part is among these, so a database can find them by an index.
 */
export function similarParts(hash: string): string[][] {
  return [0, 1, 2, 3].map((index) => {
    const value = Number.parseInt(hash.slice(index * PART_DIGITS, (index + 1) * PART_DIGITS), 16)
    const others = Array.from({ length: PART_BITS }, (_, bit) => value ^ (1 << bit))
    return [value, ...others].map((each) => each.toString(16).padStart(PART_DIGITS, '0'))
  })
}

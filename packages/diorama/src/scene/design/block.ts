/** The block of an isometric picture: the middle of its top, half its width and its thickness. */
export type Block = { x: number; y: number; half: number; thick: number }

/** Where the block is in a picture of this size. */
export function blockOf({ width, height }: { width: number; height: number }): Block {
  const half = Math.min(width * 0.42, height * 0.48)
  return { x: width / 2, y: height * 0.6, half, thick: half * 0.2 }
}

/** A point of the block's top: `u` runs to the lower right, `v` to the lower left, both from -1 to 1; `lift` is upwards. */
export function onTop({ x, y, half }: Block, u: number, v: number, lift = 0): { x: number; y: number } {
  return { x: x + ((u - v) * half) / 2, y: y + ((u + v) * half) / 4 - lift }
}

/** A part of the frame, in pixels. */
export type Box = { x: number; y: number; width: number; height: number }

/** The side of a tile of the frame; of these, 920 make 720p. */
export const TILE = 32

// Another box costs about as much as drawing this many tiles for nothing.
const WASTE = 6

type Block = { left: number; right: number; top: number; bottom: number }

/** A few boxes that hold all marked tiles, given row by row. */
export function boxesAround(marked: Uint8Array, columns: number): Box[] {
  const done: Block[] = []
  let open: Block[] = []
  for (let row = 0; row * columns < marked.length; row++) {
    const next: Block[] = []
    for (const run of runsOf(marked, row, columns)) {
      const above = open.find((block) => wasted(block, run) <= WASTE)
      open = open.filter((block) => block !== above)
      next.push(above ? around(above, run) : run)
    }
    done.push(...open)
    open = next
  }
  return [...done, ...open].map(({ left, right, top, bottom }) => ({
    x: left * TILE,
    y: top * TILE,
    width: (right - left) * TILE,
    height: (bottom - top) * TILE,
  }))
}

// The marked tiles of a row, over gaps that are not worth a box of their own.
function runsOf(marked: Uint8Array, row: number, columns: number): Block[] {
  const runs: Block[] = []
  for (let column = 0; column < columns; column++) {
    if (!marked[row * columns + column]) continue
    const last = runs.at(-1)
    if (last && column - last.right <= WASTE) last.right = column + 1
    else runs.push({ left: column, right: column + 1, top: row, bottom: row + 1 })
  }
  return runs
}

function around(a: Block, b: Block): Block {
  return {
    left: Math.min(a.left, b.left),
    right: Math.max(a.right, b.right),
    top: Math.min(a.top, b.top),
    bottom: Math.max(a.bottom, b.bottom),
  }
}

const tilesOf = ({ left, right, top, bottom }: Block): number => (right - left) * (bottom - top)

// How many tiles too many lie in the block around both.
function wasted(a: Block, b: Block): number {
  return tilesOf(around(a, b)) - tilesOf(a) - tilesOf(b)
}

import { stretchOf, tilesIn, type Coverage, type Stretch } from './coverage.ts'
import { boxesAround, TILE, type Box } from './tile-boxes.ts'

// Smoothing looks at neighbours, and where exactly a pixel comes to lie is the canvas's own arithmetic.
const SLACK = 2
// Cutting costs about a fifth of drawing a sheet whole.
const WORTH_CUTTING = 0.8

/** A sheet as it lies in the frame: a pixel of the sheet times `scale` plus `at`, give or take `sway` to the sides. */
export type Lying = {
  coverage: Coverage
  scale: { x: number; y: number }
  at: { x: number; y: number }
  sway: number
  /** Whether what is solid in it hides what is behind. */
  hides: boolean
}

/**
 * The boxes of the frame in which there is anything to see of each sheet, from back to front: none where nearer ones hide
 * all of it, `undefined` where it is best drawn whole.
 */
export function visibleBoxes(
  sheets: readonly (Lying | undefined)[],
  size: { width: number; height: number },
): (Box[] | undefined)[] {
  const grid = { columns: Math.ceil(size.width / TILE), rows: Math.ceil(size.height / TILE) }
  const hidden = new Uint8Array(grid.columns * grid.rows)
  return sheets
    .toReversed()
    .map((sheet) => sheet && boxesOf(sheet, hidden, grid))
    .toReversed()
}

type Grid = { columns: number; rows: number }

function boxesOf(sheet: Lying, hidden: Uint8Array, { columns, rows }: Grid): Box[] | undefined {
  const { coverage, scale, at, sway } = sheet
  const across = stretches(columns, { scale: scale.x, at: at.x, length: coverage.width, slack: SLACK + sway })
  const down = stretches(rows, { scale: scale.y, at: at.y, length: coverage.height, slack: SLACK })
  const whole = across.filter(holdsTiles).length * down.filter(holdsTiles).length
  const boxes = boxesAround(shownTiles(sheet, hidden, across, down), columns)
  const cut = boxes.reduce((sum, { width, height }) => sum + width * height, 0) / (TILE * TILE)
  return cut > whole * WORTH_CUTTING ? undefined : boxes
}

const holdsTiles = ({ from, to }: Stretch): boolean => to > from

// Called from front to back: nearer sheets have marked the tiles that they hide, and this one adds its own.
function shownTiles(sheet: Lying, hidden: Uint8Array, across: Stretch[], down: Stretch[]): Uint8Array {
  const { painted, solid, stride } = sheet.coverage
  const shown = new Uint8Array(hidden.length)
  let tile = 0
  for (const y of down) {
    for (const x of across) {
      const at = tile++
      if (hidden[at] || tilesIn(painted, stride, x, y) === 0) continue
      shown[at] = 1
      const exists = sheet.hides && x.inside && y.inside
      if (exists && tilesIn(solid, stride, x, y) === (x.to - x.from) * (y.to - y.from)) hidden[at] = 1
    }
  }
  return shown
}

// For each tile along a side of the frame, the tiles of the sheet that may be seen in it.
function stretches(count: number, side: { scale: number; at: number; length: number; slack: number }): Stretch[] {
  const all: Stretch[] = []
  for (let index = 0; index < count; index++) {
    const first = Math.floor((index * TILE - side.at) / side.scale - side.slack)
    const end = Math.ceil(((index + 1) * TILE - side.at) / side.scale + side.slack)
    all.push(stretchOf(first, end, side.length))
  }
  return all
}

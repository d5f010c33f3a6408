import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Random } from '../../random.ts'
import type { Colour } from '../../colour.ts'

/** The plane that a tiling covers. `ground` is the lightest colour, `inks` the others as they were named. */
export type Plane = {
  context: SKRSContext2D
  width: number
  height: number
  unit: number
  ground: Colour
  inks: readonly Colour[]
  random: Random
}

/** The ink of a number, round and round. */
export const inkAt = ({ inks }: Plane, at: number): Colour =>
  inks[((at % inks.length) + inks.length) % inks.length] ?? '#223'

const evenly = (length: number, wish: number, by: number) => Math.max(by, Math.round(length / wish / by) * by)

type Cell = { column: number; row: number }

/**
 * Paints a square cell all over, a whole number of times each way so that every edge meets its opposite. A cell is one wide
 * and one high about its middle; `by` is the number of cells after which the pattern begins again.
 */
export function eachSquare(plane: Plane, wish: number, by: number, paint: (cell: Cell) => void): void {
  const { context, width, height } = plane
  const rows = evenly(height, wish, by)
  // Cells as wide as they came out high: a star is as round as the sheet allows.
  const columns = evenly(width, height / rows, by)
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      context.save()
      context.scale(width / columns, height / rows)
      context.translate(column, row)
      paint({ column: column % columns, row: row % rows })
      context.restore()
    }
  }
}

/** Fills the whole plane. */
export function flood({ context, width, height }: Plane, colour: Colour): void {
  context.fillStyle = colour
  context.fillRect(0, 0, width, height)
}

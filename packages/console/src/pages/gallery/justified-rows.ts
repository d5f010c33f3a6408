/** Where a picture stands in the gallery, in pixels. */
export type Placed = { index: number; left: number; width: number }
export type PlacedRow = { top: number; height: number; items: readonly Placed[] }
export type Layout = { rows: readonly PlacedRow[]; height: number }

type Shape = { width: number | null; height: number | null }
type Frame = { width: number; rowHeight: number; gap: number; isWhole: boolean }

// Panoramas and towers are cropped a little: else one of them would have a row, or none could be seen.
const SLIMMEST = 0.5
const WIDEST = 2.6

/**
 * Rows of pictures that keep their shapes and fill the width, as on a wall. A last row that is not full waits for the
 * pictures still to come, so that nothing that was seen moves; with `isWhole` it is shown as it is.
 */
export function justifiedRows(shapes: readonly Shape[], { width, rowHeight, gap, isWhole }: Frame): Layout {
  const rows: PlacedRow[] = []
  let top = 0
  let first = 0
  let ratios = 0
  const close = (end: number, height: number): void => {
    rows.push({ top, height, items: placedIn(shapes, { first, end, height, gap }) })
    top += height + gap
    first = end
    ratios = 0
  }
  if (width <= 0) return { rows, height: 0 }
  shapes.forEach((shape, index) => {
    ratios += ratioOf(shape)
    const height = (width - gap * (index - first)) / ratios
    if (height <= rowHeight) close(index + 1, height)
  })
  if (first < shapes.length && (isWhole || rows.length === 0)) close(shapes.length, rowHeight)
  return { rows, height: Math.max(0, top - gap) }
}

function placedIn(
  shapes: readonly Shape[],
  { first, end, height, gap }: { first: number; end: number; height: number; gap: number },
): Placed[] {
  let left = 0
  return shapes.slice(first, end).map((shape, at) => {
    const width = ratioOf(shape) * height
    const placed = { index: first + at, left, width }
    left += width + gap
    return placed
  })
}

function ratioOf({ width, height }: Shape): number {
  const ratio = width === null || height === null || height === 0 ? 1 : width / height
  return Math.min(WIDEST, Math.max(SLIMMEST, ratio))
}

/** The picture of a row nearest to a place: where Up and Down lead. */
export function nearestIn(row: PlacedRow | undefined, middle: number): number | undefined {
  const distance = ({ left, width }: Placed): number => Math.abs(left + width / 2 - middle)
  return row?.items.toSorted((a, b) => distance(a) - distance(b))[0]?.index
}

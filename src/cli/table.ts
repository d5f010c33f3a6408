import { cutText, padText, textWidth } from './terminal/text-width.ts'

export type TableOptions = {
  /** Columns of the terminal; unlimited for a file or a pipe. */
  columns?: number
  /** Columns of the table, by position, that must not be cut: a part of an id is useless. */
  whole?: readonly number[]
}

const GAP = 2
// A narrower cell is unreadable.
const LEAST_WIDTH = 6

/**
 * Rows of text as aligned columns, one line each; the first row is the header. If they do not fit, the widest cells are
 * cut, and if that would leave nothing of them, each row becomes several lines.
 */
export function table(
  rows: readonly (readonly string[])[],
  { columns = Infinity, whole = [] }: TableOptions = {},
): string {
  const natural = naturalWidths(rows)
  // Narrower gaps, before anything is cut.
  const gap = lineWidth(natural, GAP) > columns && lineWidth(natural, 1) <= columns ? 1 : GAP
  const widths = gap === 1 ? natural : fit(natural, columns, whole)
  if (widths === undefined) return blocks(rows, columns)
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => padText(cutText(cell, widths[column] ?? 0), widths[column] ?? 0)).join(' '.repeat(gap))
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('')
}

/** A table without its empty columns, which would take space from the others. */
export function withoutEmpty(rows: readonly (readonly string[])[]): string[][] {
  const says = (column: number): boolean => rows.slice(1).some((row) => row[column] !== '–')
  return rows.map((row) => row.filter((_, column) => says(column)))
}

function naturalWidths(rows: readonly (readonly string[])[]): number[] {
  const count = Math.max(...rows.map((row) => row.length))
  return Array.from({ length: count }, (_, column) => Math.max(...rows.map((row) => textWidth(row[column] ?? ''))))
}

function lineWidth(widths: readonly number[], gap: number): number {
  return widths.reduce((sum, width) => sum + width, gap * (widths.length - 1))
}

/** Widths that fit into a line; undefined if there are none. */
function fit(natural: readonly number[], columns: number, whole: readonly number[]): number[] | undefined {
  const widths = [...natural]
  while (lineWidth(widths, GAP) > columns) {
    const [widest] = widths
      .map((width, column) => ({ width, column }))
      .filter(({ width, column }) => width > LEAST_WIDTH && !whole.includes(column))
      .toSorted((one, other) => other.width - one.width)
    if (widest === undefined) return undefined
    widths[widest.column] = widest.width - 1
  }
  return widths
}

function blocks([head = [], ...rows]: readonly (readonly string[])[], columns: number): string {
  const label = Math.max(...head.map(textWidth)) + GAP
  const line = (cell: string, column: number): string => {
    const room = Math.max(columns - label, LEAST_WIDTH, wholeWidth(cell))
    return cell === '' ? '' : `${padText(head[column] ?? '', label)}${cutText(cell, room)}\n`
  }
  const block = (row: readonly string[]): string => row.map(line).join('')
  return rows.map(block).join('\n')
}

/** Numbers and ids are useful only as a whole, however narrow the window: the terminal wraps them. */
function wholeWidth(cell: string): number {
  return cell.includes(' ') ? 0 : textWidth(cell)
}

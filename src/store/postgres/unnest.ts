import type { Column } from '../rows.ts'

/** A table made of one array per column, given as parameters that begin at `$first`. */
export function unnest<Item>(columns: readonly Column<Item>[], first: number): string {
  return `unnest(${columns.map(({ type }, index) => `$${first + index}::${type}[]`).join(', ')})`
}

/** The parameters of `unnest`. */
export function arraysOf<Item>(columns: readonly Column<Item>[], items: readonly Item[]): unknown[][] {
  return columns.map(({ value }) => items.map(value))
}

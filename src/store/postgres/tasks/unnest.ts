import type { Column, ColumnType, SqlValue } from '../../rows.ts'

/** A table made of one array per column, given as parameters that begin at `$first`. */
export function unnest<Item>(columns: readonly Column<Item>[], first: number): string {
  return `unnest(${columns.map(({ type }, index) => `$${first + index}::${type}[]`).join(', ')})`
}

/** The parameters of `unnest`. */
export function arraysOf<Item>(columns: readonly Column<Item>[], items: readonly Item[]): string[] {
  return columns.map(({ type, value }) => arrayOf(type, items.map(value)))
}

/**
 * An array as the server reads it. The driver would search every element twice for what must be escaped, numbers too, which
 * takes it twice as long.
 */
export function arrayOf(type: ColumnType, values: readonly SqlValue[]): string {
  const write = type === 'text' ? quoted : String
  return `{${values.map((value) => (value === null ? 'NULL' : write(value))).join(',')}}`
}

const SPECIAL = /["\\]/
const EVERY_SPECIAL = /["\\]/g

function quoted(value: SqlValue): string {
  const words = String(value)
  return SPECIAL.test(words) ? `"${words.replace(EVERY_SPECIAL, String.raw`\$&`)}"` : `"${words}"`
}

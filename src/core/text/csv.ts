// Spreadsheets treat a cell that begins like this as a formula, and run it.
const FORMULA = /^[=+\-@\t\r]/

/** Rows as CSV (RFC 4180), with a header. Text from callers cannot become a formula; null is an empty cell. */
export function csvOf(head: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  return [head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

import type { ReactNode } from 'react'
import './table.css'

export type Column<Row> = {
  name: string
  show: (row: Row) => ReactNode
  /** Numbers stand at the right, so that they can be compared. */
  numeric?: boolean
  /** The heading is only for those who listen: buttons explain themselves. */
  nameUnseen?: boolean
}

type TableProps<Row> = {
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  /** On small screens the cells of a row follow each other in a line or two, with its actions at the right. */
  compact?: boolean
}

/** Rows of the same kind. On small screens each row becomes a card whose cells carry the names of their columns. */
export function Table<Row>({ label, rows, columns, keyOf, compact = false }: TableProps<Row>) {
  return (
    <table className={compact ? 'table compact' : 'table'} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ name, numeric, nameUnseen }) => (
            <th key={name} scope="col" className={numeric ? 'numeric' : undefined}>
              <span className={nameUnseen ? 'unseen' : undefined}>{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ name, show, numeric, nameUnseen }) => (
              <td key={name} className={numeric ? 'numeric' : undefined} data-name={nameUnseen ? undefined : name}>
                {show(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

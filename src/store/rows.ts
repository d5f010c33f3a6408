/** A row as either database hands it out: the same columns under the same names. */
export type Row = Record<string, unknown>

/** What either database takes for a column. */
export type SqlValue = string | number | null

export type ColumnType = 'text' | 'bigint' | 'double precision'

/** A column of a row that is to be written, with where its value comes from. */
export type Column<Item> = { name: string; type: ColumnType; value: (item: Item) => SqlValue }

/** How one property is kept: in which columns, and how it is read from them. */
export type Kept<Value> = { columns: readonly Column<Value>[]; read: (row: Row) => Value }

/** How things of a kind are kept. */
export type Table<Item> = {
  columns: readonly Column<Item>[]
  /** How each property is kept, for statements that read some of them. */
  kept: { [Name in keyof Item]-?: Kept<Item[Name]> }
  /** The names of all columns, as a statement lists them. */
  names: string
  /** The same as parameters, for `named`. */
  parameters: string
  read: (row: Row) => Item
  /** One for each column, in the order of the columns. */
  values: (item: Item) => SqlValue[]
  /** The values by the names of their columns. */
  named: (item: Item) => Record<string, SqlValue>
  /** The columns of those properties that are there, always in the same order: statements made of them are few. */
  changes: (change: Partial<Item>) => [column: string, value: SqlValue][]
}

export function table<Item extends object>(kept: { [Name in keyof Item]-?: Kept<Item[Name]> }): Table<Item> {
  const properties = Object.entries(kept) as [keyof Item, Kept<Item[keyof Item]>][]
  const readers = properties.map(([property, { read }]) => ({ property, read }))
  const columns = properties.flatMap(([property, { columns: own }]) =>
    own.map(({ name, type, value }) => ({ name, type, value: (item: Item) => value(item[property]) })),
  )
  return {
    columns,
    kept,
    names: columns.map(({ name }) => name).join(', '),
    parameters: columns.map(({ name }) => `:${name}`).join(', '),
    read: (row) => {
      const item: Partial<Item> = {}
      for (const { property, read } of readers) item[property] = read(row)
      return item as Item
    },
    values: (item) => columns.map(({ value }) => value(item)),
    named: (item) => Object.fromEntries(columns.map(({ name, value }) => [name, value(item)])),
    changes: (change) =>
      properties.flatMap(([property, { columns: own }]) => {
        const changed = change[property]
        if (changed === undefined) return []
        return own.map(({ name, value }): [string, SqlValue] => [name, value(changed)])
      }),
  }
}

export function textColumn<Value extends string | null>(name: string): Kept<Value> {
  const read = (row: Row): Value => (row[name] === null ? null : text(row, name)) as Value
  return { columns: [{ name, type: 'text', value: (words) => words }], read }
}

/** A whole number: a time in milliseconds, a count, a size. */
export function integerColumn<Value extends number | null>(name: string): Kept<Value> {
  return numberColumn(name, 'bigint')
}

export function fractionColumn<Value extends number | null>(name: string): Kept<Value> {
  return numberColumn(name, 'double precision')
}

/** JSON as text: the same bytes come back, in both databases. Null stays null, so that SQL can ask for it. */
export function jsonColumn<Value>(name: string): Kept<Value> {
  const value = (data: Value): SqlValue => (data === null ? null : JSON.stringify(data))
  const read = (row: Row): Value => (row[name] === null ? null : JSON.parse(text(row, name))) as Value
  return { columns: [{ name, type: 'text', value }], read }
}

function numberColumn<Value extends number | null>(name: string, type: ColumnType): Kept<Value> {
  const read = (row: Row): Value => {
    const amount = row[name]
    return (amount === null ? null : Number(amount)) as Value
  }
  return { columns: [{ name, type, value: (amount) => amount }], read }
}

/** A provider's words may hold what PostgreSQL cannot store: U+0000 and half characters. Both stores keep the same. */
export function plain(words: string): string {
  return words.replaceAll('\u0000', '\ufffd').toWellFormed()
}

/** A whole number that either database takes, be it asked for whatever: times and counts beyond it there are none. */
export function whole(amount: number): number {
  return Math.min(Math.max(Math.ceil(amount), Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)
}

export function text(row: Row, name: string): string {
  return String(row[name])
}

export function number(row: Row, name: string): number {
  return Number(row[name])
}

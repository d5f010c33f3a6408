import type { ColumnType, Row, SqlValue } from '../rows.ts'

/** One value, a list of them for `Dialect.isAmong`, or rows for `Dialect.given`. */
export type Parameter = SqlValue | readonly SqlValue[] | readonly Readonly<Record<string, SqlValue>>[]

/** Exactly those that the statement names. */
export type Parameters = Readonly<Record<string, Parameter>>

/** A statement that both databases understand, with `:name` where a value goes. */
export type Query = readonly [text: string, values?: Parameters]

/** Statements one after the other: yields each and is handed its rows. It may be run twice, so it does nothing else. */
export type Steps<T> = Generator<Query, T, Row[]>

type Ask = (...query: Query) => Promise<Row[]>

/** One database, for whatever is written once for both. What a write changes it tells by RETURNING. */
export type Sql = {
  dialect: Dialect
  /** What is there, once it is on disk. */
  read: Ask
  /** The same at once, perhaps before it is on disk: only for a look that decides whether to ask or write. */
  peek: Ask
  /** A write that is made once: `Interrupted` where nobody knows whether it was. */
  write: Ask
  /** A write that does no harm when made twice. */
  repeatableWrite: Ask
  /** Several reads. */
  reads: <T>(steps: () => Steps<T>) => Promise<T>
  /** All of it, or nothing. `isRepeatable` where it does no harm when made twice. */
  transaction: <T>(steps: () => Steps<T>, options?: { isRepeatable?: boolean }) => Promise<T>
}

/** In what the two databases differ. */
export type Dialect = {
  least: 'least' | 'min'
  greatest: 'greatest' | 'max'
  /** The time of the server in milliseconds. */
  now: string
  /** `version`, `bytes` and `migration`. */
  about: string
  /** What names a row where no column does. */
  rowId: 'ctid' | 'rowid'
  /** In the order of bytes. */
  bytewise: '' | 'COLLATE "C"'
  /** Keeps others from changing what a transaction has read; empty where there is one writer. */
  forUpdate: '' | 'FOR UPDATE'
  forKeyShare: '' | 'FOR KEY SHARE'
  /** The same, and passes over what others hold. */
  skipLocked: (table: string) => string
  /** Lets transactions of this name pass one after the other; nothing where they do so anyway. */
  exclusive: (name: string, of?: string) => readonly Query[]
  /** Names the index that is to be used, where the planner has to be told. */
  indexedBy: (index: string) => string
  isAmong: (column: string, list: string) => string
  /** The rows of a query that is limited, by id: it is asked once and first. */
  isIn: (column: string, query: string) => string
  /** A list of rows as a table. */
  given: (rows: string, columns: Readonly<Record<string, ColumnType>>) => string
  /** The first `:limit` rows of several queries in one order, each read by its index no further than needed. */
  firstOf: (queries: readonly string[], order: string) => string
  /** Under which key a job to be stopped is entered: one row for a start on its way, and one for each job that is known. */
  stopKey: (taskId: string, operation: string) => string
}

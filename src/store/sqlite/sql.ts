import type { Row, SqlValue } from '../rows.ts'
import type { Dialect, Parameters, Query, Sql, Steps } from '../shared/sql.ts'
import type { SqliteDatabase } from './database.ts'

const DIALECT: Dialect = {
  least: 'min',
  greatest: 'max',
  now: `CAST(unixepoch('subsec') * 1000 AS INTEGER)`,
  // The log is not counted, which is written into the file now and then.
  about: `SELECT sqlite_version() AS version, page_count * page_size AS bytes, user_version AS migration
    FROM pragma_page_count, pragma_page_size, pragma_user_version`,
  rowId: 'rowid',
  bytewise: '',
  forUpdate: '',
  forKeyShare: '',
  skipLocked: () => '',
  exclusive: () => [],
  indexedBy: (index) => `INDEXED BY ${index}`,
  isAmong: (column, list) => `${column} IN (SELECT value FROM json_each(${list}))`,
  isIn: (column, query) => `${column} IN (${query})`,
  given: (rows, columns) => {
    const fields = Object.keys(columns).map((name) => `value ->> '${name}' AS ${name}`)
    return `(SELECT ${fields.join(', ')} FROM json_each(${rows}))`
  },
  // SQLite merges them as it goes.
  firstOf: (queries, order) => `${queries.join(' UNION ALL ')} ORDER BY ${order} LIMIT :limit`,
  stopKey: (taskId, operation) =>
    `CASE WHEN ${operation} IS NULL THEN ${taskId} ELSE ${taskId} || ' ' || ${operation} END`,
}

export const { stopKey } = DIALECT

/** SQLite for whatever is written once for both databases. */
export function sqliteSql(db: SqliteDatabase): Sql {
  const run = (text: string, values: Parameters = {}): Row[] => db.prepare(text).all(bound(values))
  const write = (...[text, values]: Query): Promise<Row[]> => db.write(() => run(text, values))
  const all = <T>(steps: Steps<T>): T => {
    let step = steps.next()
    while (step.done !== true) step = steps.next(run(...step.value))
    return step.value
  }
  return {
    dialect: DIALECT,
    read: async (text, values) => db.read(() => run(text, values)),
    peek: async (text, values) => db.peek(() => run(text, values)),
    write,
    repeatableWrite: write,
    reads: async (steps) => db.read(() => all(steps())),
    transaction: (steps) => db.write(() => all(steps())),
  }
}

function bound(values: Parameters): Record<string, SqlValue> {
  const given: Record<string, SqlValue> = {}
  for (const [name, value] of Object.entries(values))
    given[name] = typeof value === 'object' && value !== null ? JSON.stringify(value) : value
  return given
}

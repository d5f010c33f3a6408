import { Interrupted } from '../../core/errors.ts'
import type { Dialect, Parameters, Sql, Steps } from '../shared/sql.ts'
import { statement, type PostgresDatabase, type Run, type Statement } from './database.ts'

const DIALECT: Dialect = {
  least: 'least',
  greatest: 'greatest',
  now: 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint',
  about: `SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS bytes,
    (SELECT max(version) FROM schema_versions) AS migration`,
  rowId: 'ctid',
  bytewise: 'COLLATE "C"',
  forUpdate: 'FOR UPDATE',
  forKeyShare: 'FOR KEY SHARE',
  skipLocked: (table) => `FOR UPDATE OF ${table} SKIP LOCKED`,
  exclusive: (name, of) =>
    of === undefined
      ? [[`SELECT pg_advisory_xact_lock(hashtext(:name))`, { name }]]
      : [[`SELECT pg_advisory_xact_lock(hashtext(:name), hashtext(:of))`, { name, of }]],
  indexedBy: () => '',
  isAmong: (column, list) => `${column} = ANY(${list})`,
  isIn: (column, query) => `${column} = ANY(ARRAY(${query}))`,
  given: (rows, columns) => {
    const fields = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
    return `(SELECT * FROM json_to_recordset(CAST(${rows} AS json)) AS given (${fields.join(', ')}))`
  },
  firstOf: (queries, order) => {
    const first = `ORDER BY ${order} LIMIT :limit`
    return `SELECT * FROM (${queries.map((query) => `(${query} ${first})`).join(' UNION ALL ')}) AS parts ${first}`
  },
  // An operation may be longer than what an index takes.
  stopKey: (taskId, operation) =>
    `${taskId} || coalesce(' ' || encode(sha256(convert_to(${operation}, 'UTF8')), 'hex'), '')`,
}

export const { stopKey } = DIALECT

/** A statement with numbers in place of names, the names in their order, and which of them go as JSON. */
type Compiled = { statement: Statement; names: readonly string[]; json: ReadonlySet<string> }

const compiled = new Map<string, Compiled>()

/** Puts `$1` for the first name of a text, and so on. A cast by `::` is left alone. */
export function compile(text: string): Compiled {
  const known = compiled.get(text)
  if (known !== undefined) return known
  const names: string[] = []
  const numbered = text.replaceAll(/(?<!:):([a-z]\w*)/gi, (_, name: string) => {
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
  const json = new Set([...text.matchAll(/CAST\(:(\w+) AS json\)/g)].map(([, name = '']) => name))
  const made = { statement: statement(numbered), names, json }
  compiled.set(text, made)
  return made
}

/** PostgreSQL for whatever is written once for both databases. */
export function postgresSql(db: PostgresDatabase): Sql {
  const asking =
    (run: Run) =>
    (text: string, values: Parameters = {}) => {
      const { statement, names, json } = compile(text)
      // The driver knows arrays of values; rows go as JSON.
      const given = names.map((name) => (json.has(name) ? JSON.stringify(values[name]) : values[name]))
      return run(statement, given)
    }
  const all = async <T>(run: Run, steps: Steps<T>): Promise<T> => {
    const ask = asking(run)
    let step = steps.next()
    while (step.done !== true) step = steps.next(await ask(...step.value))
    return step.value
  }
  const read = asking(db.retrySafe)
  return {
    dialect: DIALECT,
    read,
    peek: read,
    write: asking(db.run),
    repeatableWrite: read,
    reads: (steps) => all(db.retrySafe, steps()),
    transaction: (steps, { isRepeatable = false } = {}) => {
      const once = () => db.together((run) => all(run, steps()))
      if (!isRepeatable) return once()
      return once().catch((error: unknown) => {
        if (error instanceof Interrupted) return once()
        throw error
      })
    },
  }
}

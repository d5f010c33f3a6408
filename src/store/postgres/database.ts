import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseError, Pool, type PoolClient } from 'pg'
import { AppError, Interrupted } from '../../core/errors.ts'
import type { Log } from '../../ports/runtime.ts'
import { EndedBeforeCommit, endedSession, isReadOnly, mayPassSoon, toStorageError, wasUndone } from './errors.ts'
import type { Row } from '../rows.ts'

/** SQL with the name under which a connection keeps it prepared. */
export type Statement = { name: string; text: string }

export type Run = (statement: Statement, values: readonly unknown[]) => Promise<Row[]>

/** One PostgreSQL database. Each statement is a transaction of its own unless it runs inside `together`. */
export type PostgresDatabase = {
  /** Runs a statement once: when the connection breaks meanwhile, it throws `Interrupted`. */
  run: Run
  /** Runs a statement that does no harm when made twice, such as a read: a broken connection is replaced once. */
  retrySafe: Run
  /** Runs several statements in one transaction. One that was undone is made again, so the work does nothing else. */
  together<T>(work: (run: Run) => Promise<T>): Promise<T>
  /** Runs several statements on one connection, so that one and the same server answers them, each a transaction of its own. */
  onOneConnection<T>(work: (run: Run) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export type PostgresConnectionOptions = {
  url: string
  /** Connections of this process at most. All processes together must stay below the server's own limit. */
  maxConnections?: number | undefined
  /** Past this, a statement is given up: everything here takes milliseconds, so something is wrong. */
  statementTimeoutMs?: number
  /** Gives a server up at once that cannot be reached, for callers that have another one to ask. */
  isImpatient?: boolean
  log?: Log | undefined
}

const MAX_CONNECTIONS = 10
// Below the time after which a process whose beat stood still is taken for dead: it learns before that its beat was not heard.
const STATEMENT_TIMEOUT_MS = 4_000
// A process that is stopped between two statements of a claim holds a lock that others wait for.
const IDLE_IN_TRANSACTION_MS = 1_000
// The server's own limit comes first; this one is for a connection that no longer leads anywhere.
const SILENCE_MS = 1_000
const CONNECT_TIMEOUT_MS = 3_000
// What an address leads to may change while old connections go on: a failover, or a server that was added behind it.
const CONNECTION_LIFETIME_S = 300
// Every statement of ours has one right plan, by an index, whatever it is asked. Left to itself, the server plans a claim
// anew each time once the table is large, which costs it five times what the claim does; where it expects a match in every
// few rows, it reads the whole table for one that is not there; and it starts processes or compiles code to help with what
// takes a moment.
export const PLANS = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'max_parallel_workers_per_gather=0',
  'jit=off',
]
// Some 1.5 s in all, so that a server that restarts is waited for and one that is gone is told of soon. The longest pause is
// what everyone waits for nothing after a restart.
const CONNECT_PAUSES_MS = [50, 100, 200, 300, 300, 300, 300]
// A deadlock is broken by undoing one side; the other is through by the time of the next try.
const TRIES = 3

/** Names the statement by its text, so that two programs that share a connection cannot mean different things by a name. */
export function statement(text: string): Statement {
  const known = statements.get(text)
  if (known !== undefined) return known
  const made = { name: createHash('sha256').update(text).digest('hex').slice(0, 32), text }
  statements.set(text, made)
  return made
}

// Statements whose text depends on what is asked are few.
const statements = new Map<string, Statement>()

/** Opens a pool of connections. None is made before it is needed, and none that breaks is missed. */
export function openDatabase(options: PostgresConnectionOptions): PostgresDatabase {
  const timeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS
  const isImpatient = options.isImpatient === true
  const pool = new Pool({
    connectionString: options.url,
    application_name: 'mediagen',
    max: options.maxConnections ?? MAX_CONNECTIONS,
    connectionTimeoutMillis: isImpatient ? SILENCE_MS : CONNECT_TIMEOUT_MS,
    maxLifetimeSeconds: CONNECTION_LIFETIME_S,
    options: PLANS.map((setting) => `-c ${setting}`).join(' '),
    statement_timeout: timeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    query_timeout: timeoutMs + SILENCE_MS,
    keepAlive: true,
  })
  // A connection that breaks while nobody uses it: without a listener it would end the process.
  pool.on('error', (error) => options.log?.info('an idle connection to the database broke', { error }))
  // The same for one that breaks between two statements, or while it is being let go.
  const broken = new WeakSet<PoolClient>()
  pool.on('connect', (client) => client.on('error', () => broken.add(client)))

  // What makes one connection fall silent, such as a firewall that forgot it, or lead to a server that turned read-only,
  // seldom stops at one. Those that were not heard since are let go untried: each would cost its user as much as the first.
  const heardAt = new WeakMap<PoolClient, number>()
  let outdatedBefore = Number.NEGATIVE_INFINITY
  const take = async (): Promise<PoolClient> => {
    for (;;) {
      const client = await pool.connect()
      if ((heardAt.get(client) ?? Number.POSITIVE_INFINITY) >= outdatedBefore) return client
      client.release(true)
    }
  }

  const connect = async (): Promise<PoolClient> => {
    for (const pauseMs of isImpatient ? [] : CONNECT_PAUSES_MS) {
      if (pool.ending) break
      try {
        return await take()
      } catch (error) {
        if (!mayPassSoon(error)) throw toStorageError(error, false)
        await pause(pauseMs)
      }
    }
    if (pool.ending) throw new AppError('storage_unavailable', 'The database is closed.')
    return take().catch((error: unknown) => {
      throw toStorageError(error, false)
    })
  }

  const using = async <T>(work: (client: PoolClient) => Promise<T>): Promise<T> => {
    const client = await connect()
    const sentAt = performance.now()
    try {
      const value = await work(client)
      heardAt.set(client, performance.now())
      return value
    } catch (error) {
      if (!(error instanceof DatabaseError) && performance.now() - sentAt > timeoutMs) outdatedBefore = sentAt
      if (isReadOnly(error)) outdatedBefore = performance.now()
      if (isReadOnly(error) || (!(error instanceof AppError) && endedSession(error))) broken.add(client)
      throw toStorageError(error, true)
    } finally {
      client.release(broken.has(client))
    }
  }

  const untilDone = async <T>(work: (client: PoolClient) => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries++) {
      try {
        return await using(work)
      } catch (error) {
        if (tries === TRIES || !(error instanceof AppError && wasUndone(error.cause))) throw error
      }
    }
  }
  const run: Run = (statement, values) => untilDone((client) => query(client, statement, values))

  return {
    run,
    retrySafe: (statement, values) =>
      run(statement, values).catch((error: unknown) => {
        if (error instanceof Interrupted) return run(statement, values)
        throw error
      }),
    together: (work) => untilDone((client) => inTransaction(client, work)),
    onOneConnection: (work) => using((client) => work((statement, values) => query(client, statement, values))),
    close: async () => {
      if (!pool.ending) await pool.end()
    },
  }
}

async function query(client: PoolClient, { name, text }: Statement, values: readonly unknown[]): Promise<Row[]> {
  const { rows } = await client.query<Row>({ name, text, values: [...values] })
  return rows
}

async function inTransaction<T>(client: PoolClient, work: (run: Run) => Promise<T>): Promise<T> {
  let isCommitting = false
  try {
    await client.query('BEGIN')
    const value = await work((statement, values) => query(client, statement, values))
    isCommitting = true
    await client.query('COMMIT')
    return value
  } catch (error) {
    // Unlike SQLite, PostgreSQL refuses every further statement after an error: only the whole can be undone.
    if (!endedSession(error)) await client.query('ROLLBACK')
    // A process that stood still between two statements is hung up on: what it was about to do can be done now.
    else if (!isCommitting && mayPassSoon(error)) throw new EndedBeforeCommit('the session ended', { cause: error })
    throw error
  }
}

import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, DatabaseError, type QueryResult } from 'pg'
import type { Log } from '../../ports/runtime.ts'
import { readBase, readSteps, refuseNewer, type SchemaState, type Step } from '../migration-steps.ts'
import { toStorageError } from './errors.ts'

const FOLDER = join(import.meta.dirname, '../../../migrations/postgres')
// Any number will do, as long as nobody else in this database uses it.
const LOCK = 7_266_113_501
// A process that waits for the lock asks again and again: a waiting statement would hold up the indexes that are
// built online, and they it.
const LOCK_PAUSE_MS = 200
const LOCK_LOG_EVERY = 50
// A change of a table waits for those who use it, and all others wait behind it. They are let through again and again.
const LOCK_TIMEOUT_MS = 1_000
const LOCK_TRIES = 30
const CONNECT_TIMEOUT_MS = 5_000
// All but the steps themselves takes milliseconds: what hears nothing for this long asks again over a new connection.
// Without it, a connection that leads nowhere would hold up a start for ever.
const SILENCE_MS = 10_000
// SQLSTATE of a lock that was not to be had in time, and of two that waited for each other.
const HELD_UP = new Set(['55P03', '40P01'])

export type PostgresMigrateOptions = {
  silenceMs?: number | undefined
  log?: Log | undefined
  /** Goes no further than to this step, and begins with the first. */
  upTo?: number
  /** Told before each statement, and once more before the step is on record. */
  onStatement?: (version: number, statement: number) => void
}

type Ask = (text: string, timeoutMs?: number) => Promise<QueryResult<Record<string, unknown>>>

/**
 * Brings the schema up to date. Forward only, one step after the other, each on record as soon as it is made: a crash costs
 * the step that it met, and the next start goes on from there. Processes that start together apply each step once. Steps
 * add what the version before does not miss, or drop what it can do without, so what runs goes on beside the new one.
 */
export async function migrate(url: string, options: PostgresMigrateOptions = {}): Promise<void> {
  await connected(url, options, async (ask) => {
    const steps = readSteps(FOLDER)
    const wanted = steps.filter(({ version }) => version <= (options.upTo ?? version))
    // Most starts find nothing to do, and need not wait for anyone.
    if (missing(wanted, await applied(ask, steps)).length === 0) return
    await takeLock(ask, options.log)
    const base = options.upTo === undefined ? readBase(FOLDER) : undefined
    if (base !== undefined && (await applied(ask, steps)).size === 0) {
      const held = steps.filter(({ version }) => version <= base.version)
      await apply(ask, base, options, held)
    }
    for (const step of missing(wanted, await applied(ask, steps))) await apply(ask, step, options)
  })
}

/** How far the schema is, which it leaves as it is. */
export async function schemaState(url: string): Promise<SchemaState> {
  return connected(url, {}, async (ask) => {
    const steps = readSteps(FOLDER)
    const pending = missing(steps, await applied(ask, steps)).length
    return { applied: steps.length - pending, pending }
  })
}

async function connected<T>(url: string, options: PostgresMigrateOptions, work: (ask: Ask) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    application_name: 'mediagen migrate',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  })
  // What breaks the connection also fails the statement under way, which is where it is dealt with.
  client.on('error', () => undefined)
  const ask: Ask = (text, timeoutMs = options.silenceMs ?? SILENCE_MS) => {
    // The driver knows this setting for one statement, its types do not.
    const patient = { text, ...(timeoutMs === 0 ? {} : { query_timeout: timeoutMs }) }
    return client.query(patient)
  }
  try {
    await client.connect()
    return await work(ask)
  } catch (error) {
    throw toStorageError(error, false)
  } finally {
    // Ends an open transaction as well, and lets go of the lock.
    await client.end().catch(() => undefined)
  }
}

function missing(steps: readonly Step[], done: ReadonlySet<number>): Step[] {
  return steps.filter(({ version }) => !done.has(version))
}

async function applied(ask: Ask, steps: readonly Step[]): Promise<Set<number>> {
  const { rows: found } = await ask(`SELECT to_regclass('schema_versions') IS NOT NULL AS there`)
  if (found[0]?.['there'] !== true) return new Set()
  const { rows } = await ask('SELECT version FROM schema_versions')
  const versions = rows.map(({ version }) => Number(version))
  refuseNewer(Math.max(0, ...versions), steps)
  return new Set(versions)
}

async function takeLock(ask: Ask, log: Log | undefined): Promise<void> {
  for (let tries = 1; ; tries++) {
    const { rows } = await ask(`SELECT pg_try_advisory_lock(${LOCK}) AS taken`)
    if (rows[0]?.['taken'] === true) break
    if (tries % LOCK_LOG_EVERY === 0) log?.info('another process is migrating the database; waiting for it')
    await pause(LOCK_PAUSE_MS)
  }
  await ask('CREATE TABLE IF NOT EXISTS schema_versions (version integer PRIMARY KEY, name text NOT NULL)')
}

/** Makes a step, and puts on record what it comes to: itself, or all the steps that a base holds. */
async function apply(
  ask: Ask,
  step: Step,
  { onStatement, log }: PostgresMigrateOptions,
  held: readonly Step[] = [step],
): Promise<void> {
  log?.info('migrating the database', { step: step.name })
  if (step.isOnline) {
    for (const [index, statement] of step.statements.entries()) {
      onStatement?.(step.version, index)
      await applyOnline(ask, statement)
    }
    onStatement?.(step.version, step.statements.length)
    await ask(record(held))
    return
  }
  await patiently(async () => {
    await ask(`BEGIN; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`)
    try {
      for (const [index, statement] of step.statements.entries()) {
        onStatement?.(step.version, index)
        await ask(statement, 0)
      }
      onStatement?.(step.version, step.statements.length)
      await ask(record(held))
      await ask('COMMIT')
    } catch (error) {
      if (error instanceof DatabaseError) await ask('ROLLBACK')
      throw error
    }
  })
}

function record(steps: readonly Step[]): string {
  const rows = steps.map(({ version, name }) => `(${version}, '${name.replaceAll("'", "''")}')`)
  return `INSERT INTO schema_versions (version, name) VALUES ${rows.join(', ')}`
}

/** Makes one statement that holds nobody up for long, whether or not it was made before. */
async function applyOnline(ask: Ask, statement: string): Promise<void> {
  const index = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (\w+)/.exec(statement)?.[1]
  if (index === undefined) {
    const timeout = statement.includes(' CONCURRENTLY ') ? 0 : LOCK_TIMEOUT_MS
    await patiently(async () => {
      await ask(`SET lock_timeout = ${timeout}`)
      await ask(statement, 0)
    })
    return
  }
  // It waits for transactions that are under way, and holds nobody up meanwhile.
  await ask('SET lock_timeout = 0')
  await patiently(async () => {
    const { rows } = await ask(`SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('${index}')`)
    if (rows[0]?.['valid'] === true) return
    // What a crash left of it is of no use, and is kept up to date with every write all the same.
    if (rows.length > 0) await ask(`DROP INDEX CONCURRENTLY ${index}`, 0)
    await ask(statement, 0)
  })
}

/** Tries again when somebody else was in the way. */
async function patiently(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === LOCK_TRIES || !(error instanceof DatabaseError) || !HELD_UP.has(error.code ?? '')) throw error
      await pause(LOCK_PAUSE_MS)
    }
  }
}

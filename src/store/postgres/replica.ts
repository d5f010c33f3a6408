import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../core/errors.ts'
import type { Log } from '../../ports/runtime.ts'
import type { ReplicaAnswer, ReplicaFault } from '../../ports/store/replica.ts'
import { text } from '../rows.ts'
import { openDatabase, statement, type PostgresDatabase, type Run } from './database.ts'

export type ReplicaOptions = {
  /** The address of the replica. */
  url: string
  maxConnections?: number | undefined
  log?: Log | undefined
}

/** A replica beside its primary. */
export type ReplicaDatabase = {
  /** The primary, with the reads that may be made twice made by the replica. */
  database: PostgresDatabase
  answered: ReadonlyMap<ReplicaAnswer, number>
  /** Looks at the replica once. */
  look(): Promise<ReplicaFault | undefined>
  close(): Promise<void>
}

// A page takes milliseconds. The primary answers sooner than a replica that takes longer than this.
const STATEMENT_TIMEOUT_MS = 1_000
// A replica nearby is a few milliseconds behind while much is written: less than asking the primary for a page would cost it.
const CATCH_UP_PAUSES_MS = [2, 4, 8, 16]
// How soon a replica that was not up to it is looked at again. Until then nobody waits for it.
const REST_MS = 1_000

// Whatever anybody has seen of the primary is before this place: what it has on disk, or all of it where it does not wait for the
// disk. After a failover, places are counted on another timeline, and say nothing about those before.
const PLACE = statement(`SELECT CAST(place AS text) AS place, substr(pg_walfile_name(place), 1, 8) AS timeline
  FROM (SELECT CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn()
    ELSE pg_current_wal_flush_lsn() END AS place) AS now`)
const WHOSE = `(SELECT CAST(system_identifier AS text) FROM pg_control_system()) || '/' ||
  (SELECT CAST(oid AS text) FROM pg_database WHERE datname = current_database())`
const IDENTITY = statement(`SELECT ${WHOSE} AS identity`)
// The timeline that a replica is on is known from what it has on disk, a restart point later at the latest.
const STATE = statement(`SELECT ${WHOSE} = CAST($1 AS text) AS is_own, pg_is_in_recovery() AS follows,
  lpad(to_hex(greatest((SELECT timeline_id FROM pg_control_checkpoint()),
    (SELECT min_recovery_end_timeline FROM pg_control_recovery()))), 8, '0') = lower(CAST($2 AS text)) AS is_same_timeline,
  coalesce(pg_last_wal_replay_lsn() >= CAST($3 AS pg_lsn), false) AS is_there`)

type Place = { identity: string; timeline: string; place: string }

/** Reads from a replica as long as it has everything that the primary had when the read began, else from the primary. */
export function besideReplica(primary: PostgresDatabase, options: ReplicaOptions): ReplicaDatabase {
  const { log } = options
  const replica = openDatabase({ ...options, statementTimeoutMs: STATEMENT_TIMEOUT_MS, isImpatient: true })
  const answered = new Map<ReplicaAnswer, number>()
  const closing = new AbortController()
  const place = placeOf(primary)
  let resting: ReplicaFault | undefined

  const lookUntilThere = async (run: Run, wanted: Place): Promise<ReplicaFault | undefined> => {
    for (const pauseMs of CATCH_UP_PAUSES_MS) {
      const fault = await lookOnce(run, wanted)
      if (fault !== 'behind') return fault
      await pause(pauseMs)
    }
    return lookOnce(run, wanted)
  }

  /** What the replica answers, or why it does not. */
  const ask = async <T>(wanted: Place, work: (run: Run) => Promise<T>): Promise<{ value: T } | ReplicaFault> => {
    try {
      return await replica.onOneConnection(async (run) => {
        const fault = await lookUntilThere(run, wanted)
        return fault ?? { value: await work(run) }
      })
    } catch (error) {
      log?.debug('the replica did not respond', { error })
      return 'away'
    }
  }

  const rest = async (fault: ReplicaFault): Promise<void> => {
    if (resting !== undefined) return
    resting = fault
    const level = fault === 'behind' ? 'debug' : 'warn'
    log?.[level]('the primary serves reads instead of the replica', { because: fault })
    while (!closing.signal.aborted) {
      await pause(REST_MS, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
      resting = await look().catch(() => resting)
      if (resting === undefined) return log?.[level]('the replica responds again')
    }
  }

  const look = async (): Promise<ReplicaFault | undefined> => {
    const found = await ask(await place(), async () => undefined)
    return typeof found === 'string' ? found : undefined
  }

  const tryReplica = async <T>(work: (run: Run) => Promise<T>): Promise<{ value: T } | undefined> => {
    // A primary that cannot say where it is may still be able to answer; if not, its error is the one to tell.
    const wanted = resting === undefined ? await place().catch(() => undefined) : undefined
    if (resting === undefined && wanted === undefined) return undefined
    const found = wanted === undefined ? resting : await ask(wanted, work)
    const answer = typeof found === 'string' ? found : 'replica'
    answered.set(answer, (answered.get(answer) ?? 0) + 1)
    if (typeof found === 'object') return found
    if (found !== undefined) void rest(found)
    return undefined
  }

  return {
    database: {
      ...primary,
      retrySafe: async (asked, values) =>
        (await tryReplica((run) => run(asked, values)))?.value ?? primary.retrySafe(asked, values),
    },
    answered,
    async look() {
      const fault = await look()
      if (fault !== undefined) void rest(fault)
      return fault
    },
    async close() {
      closing.abort()
      await replica.close()
    },
  }
}

/** Thrown at the start, before a stranger's tasks are shown to anybody. */
export function refuseForeign(fault: ReplicaFault | undefined): void {
  if (fault !== 'foreign') return
  const message =
    'DATABASE_READ_URL points to a database that is not a replica of the one in DATABASE_URL. ' +
    'Set it to a streaming replica of that server with the same database, or remove it.'
  throw new AppError('internal_error', message)
}

async function lookOnce(run: Run, { identity, timeline, place }: Place): Promise<ReplicaFault | undefined> {
  const [row = {}] = await run(STATE, [identity, timeline, place])
  if (row['is_own'] !== true) return 'foreign'
  if (row['follows'] !== true || row['is_same_timeline'] !== true) return 'detached'
  return row['is_there'] === true ? undefined : 'behind'
}

/** Where the primary is. One look serves all who came before it began, and there is one at a time. */
function placeOf(primary: PostgresDatabase): () => Promise<Place> {
  let identity: string | undefined
  let underWay: Promise<unknown> = Promise.resolve()
  let next: Promise<Place> | undefined
  const look = async (): Promise<Place> => {
    identity ??= text((await primary.retrySafe(IDENTITY, []))[0] ?? {}, 'identity')
    const [row = {}] = await primary.retrySafe(PLACE, [])
    return { identity, timeline: text(row, 'timeline'), place: text(row, 'place') }
  }
  const after = async (before: Promise<unknown>): Promise<Place> => {
    await before.catch(() => undefined)
    next = undefined
    const looking = look()
    underWay = looking
    return looking
  }
  return () => (next ??= after(underWay))
}

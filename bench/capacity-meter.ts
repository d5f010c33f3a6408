import { readdirSync, readFileSync } from 'node:fs'
import { Client } from 'pg'

/** What was used so far, by whom. Differences of two readings are the cost of what lay between. */
export type Reading = { atMs: number; postgres: Map<number, number>; ownMs: number; walBytes: number }

export type Meter = {
  read(): Promise<Reading>
  /** One write of the log to disk in µs, over all that the server has done: its processes report late, so not for a part. */
  flushUs(): Promise<number>
  /** Time on a core in ms of what worked on the server's own behalf and has ended: mostly autovacuum. */
  reapedMs(): number
  /** What the database holds now, and who is connected. */
  rows(sql: string): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

/** Time on a core in ms of all threads of a process; Linux only. */
export function cpuOfProcess(pid: number): number {
  let ns = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      ns += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
    } catch {
      // A thread that ended since the folder was read.
    }
  }
  return ns / 1e6
}

function fieldsOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in brackets may hold anything; what follows it does not.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function parentOf(pid: number): number {
  return Number(fieldsOf(pid)[1])
}

function titleOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
}

/** Every process of the server by its postmaster, but for autovacuum, which comes and goes at times of its own. */
function cpuOfServer(postmaster: number): Map<number, number> {
  const used = new Map([[postmaster, cpuOfProcess(postmaster)]])
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid)) continue
    try {
      if (parentOf(pid) === postmaster && !titleOf(pid).includes('autovacuum worker')) used.set(pid, cpuOfProcess(pid))
    } catch {
      // One that ended since the folder was read.
    }
  }
  return used
}

// The kernel counts what has ended in hundredths of a second.
const TICK_MS = 10

function reapedBy(pid: number): number {
  const fields = fieldsOf(pid)
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS
}

const FLUSH = `SELECT sum(fsync_time + write_time) * 1000 / nullif(sum(fsyncs), 0) AS us FROM pg_stat_io WHERE object = 'wal'
  AND backend_type = 'client backend'`

/** Reads what the server of this database and our own process have used. The server needs `track_wal_io_timing`. */
export async function openMeter(url: string): Promise<Meter> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const rows = async (sql: string): Promise<Record<string, unknown>[]> =>
    (await client.query<Record<string, unknown>>(sql)).rows
  const postmaster = parentOf(Number((await rows('SELECT pg_backend_pid() AS pid'))[0]?.['pid']))
  return {
    rows,
    flushUs: async () => round(Number((await rows(FLUSH))[0]?.['us'])),
    reapedMs: () => reapedBy(postmaster),
    async read() {
      const [state] = await rows(`SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS wal`)
      const { user, system } = process.cpuUsage()
      const postgres = cpuOfServer(postmaster)
      return { atMs: performance.now(), postgres, ownMs: (user + system) / 1_000, walBytes: Number(state?.['wal']) }
    },
    close: () => client.end(),
  }
}

/** What each of so many took, in µs and bytes. */
export type Cost = { perSecond: number; postgresUs: number; ownUs: number; walBytes: number }

export function postgresMs(before: Reading, after: Reading): number {
  let ms = 0
  for (const [pid, used] of after.postgres) ms += used - (before.postgres.get(pid) ?? 0)
  return ms
}

export function costOf(before: Reading, after: Reading, count: number): Cost {
  return {
    perSecond: Math.round((count / (after.atMs - before.atMs)) * 1_000),
    postgresUs: round((postgresMs(before, after) / count) * 1_000),
    ownUs: round(((after.ownMs - before.ownMs) / count) * 1_000),
    walBytes: Math.round((after.walBytes - before.walBytes) / count),
  }
}

export function round(value: number): number {
  return Number(value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0))
}

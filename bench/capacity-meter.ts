import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Client } from 'pg'

/** What was used so far, by whom; times are ms on a core. Differences of two readings are the cost of what lay between. */
export type Reading = {
  atMs: number
  postgresMs: number
  vacuumMs: number
  ownMs: number
  /** Everything on this machine, ours or not. */
  machineMs: number
  walBytes: number
}

export type Meter = {
  read(): Promise<Reading>
  /** One write of the log to disk in µs, over all that the server has done: its processes report late, so not for a part. */
  flushUs(): Promise<number>
  /** What the database holds now, and who is connected. */
  rows(sql: string): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

// A process of the server that ends takes at most this much of its time with it unseen.
const LOOK_EVERY_MS = 100
// The kernel counts the time of the machine in hundredths of a second.
const TICK_MS = 10

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

function parentOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in brackets may hold anything; what follows it does not.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

function cpuOfMachine(): number {
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, soft = 0] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]!
    .split(/ +/)
    .slice(1)
    .map(Number)
  return (user + nice + system + interrupts + soft) * TICK_MS
}

/** Watches every process of the server: connections and autovacuum come and go. */
function watchServer(postmaster: number): { used(): { postgresMs: number; vacuumMs: number }; stop(): void } {
  const seen = new Map<number, { ms: number; isVacuum: boolean }>()
  const look = (): void => {
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
    for (const pid of [postmaster, ...children.map(Number)]) {
      try {
        const ms = cpuOfProcess(pid)
        const isVacuum =
          seen.get(pid)?.isVacuum ?? readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('autovacuum worker')
        seen.set(pid, { ms, isVacuum })
      } catch {
        // One that ended since the list was read.
      }
    }
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  return {
    used: () => {
      look()
      const used = { postgresMs: 0, vacuumMs: 0 }
      for (const { ms, isVacuum } of seen.values()) used[isVacuum ? 'vacuumMs' : 'postgresMs'] += ms
      return used
    },
    stop: () => clearInterval(timer),
  }
}

const FLUSH = `SELECT sum(fsync_time + write_time) * 1000 / nullif(sum(fsyncs), 0) AS us FROM pg_stat_io WHERE object = 'wal'
  AND backend_type = 'client backend'`

/** Reads what the server of this database and our own process have used. The server needs `track_wal_io_timing`. */
export async function openMeter(url: string): Promise<Meter> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const rows = async (sql: string): Promise<Record<string, unknown>[]> =>
    (await client.query<Record<string, unknown>>(sql)).rows
  const server = watchServer(parentOf(Number((await rows('SELECT pg_backend_pid() AS pid'))[0]?.['pid'])))
  return {
    rows,
    flushUs: async () => round(Number((await rows(FLUSH))[0]?.['us'])),
    async read() {
      const [state] = await rows(`SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS wal`)
      const { user, system } = process.cpuUsage()
      const used = { ...server.used(), ownMs: (user + system) / 1_000, machineMs: cpuOfMachine() }
      return { atMs: performance.now(), ...used, walBytes: Number(state?.['wal']) }
    },
    close: async () => {
      server.stop()
      await client.end()
    },
  }
}

/** What each of so many took, in µs and bytes. */
export type Cost = {
  perSecond: number
  postgresUs: number
  ownUs: number
  walBytes: number
  /** The share of the machine's cores that others had meanwhile. */
  others: number
}

/** The cost of each of so many. `alsoMs` is what processes of ours used that the meter does not see. */
export function costOf(before: Reading, after: Reading, count: number, alsoMs = 0): Cost {
  const used = (name: keyof Reading): number => after[name] - before[name]
  const ours = used('postgresMs') + used('vacuumMs') + used('ownMs') + alsoMs
  const share = (used('machineMs') - ours) / (used('atMs') * availableParallelism())
  return {
    perSecond: Math.round((count / used('atMs')) * 1_000),
    postgresUs: round((used('postgresMs') / count) * 1_000),
    ownUs: round((used('ownMs') / count) * 1_000),
    walBytes: Math.round(used('walBytes') / count),
    others: Number(Math.max(0, share).toFixed(2)),
  }
}

export function round(value: number): number {
  return Number(value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0))
}

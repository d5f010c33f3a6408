import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startPostgres } from '../../test/support/postgres.ts'
import { endProcess } from '../../scripts/service-process.ts'
import { cpuOfTree } from '../harness/process-cost.ts'
import type { OpenSide, Row, RowOptions, Side } from '../harness/row.ts'
import { sideProgram } from '../harness/side-process.ts'
import { quantile } from '../harness/statistics.ts'
import { countIn, expectCount } from '../harness/verify.ts'
import { ourVersion, versionOf } from '../harness/versions.ts'
import { peerVersion } from '../peers/install.ts'
import type { QueueAnswer, QueueOrder } from '../sides/queue.ts'

const BARE = 'bare SKIP LOCKED loop'
const JOBS = 3_000
const PICK_UPS = 40

type Queue = {
  name: string
  which: string
  root: string
  /** The address of its database, or the file. */
  where: string
  counts: 'done' | 'left'
  sql: string
}

async function open(queue: Queue): Promise<OpenSide> {
  const child = fork(sideProgram('queue.ts', queue.root), [queue.which, queue.where])
  await once(child, 'message')
  const tell = async (order: QueueOrder): Promise<QueueAnswer> => {
    child.send(order)
    const [answer] = (await once(child, 'message')) as [QueueAnswer]
    return answer
  }
  let [done, picked] = [0, 0]
  const round = async () => {
    const filled = await tell({ do: 'fill', jobs: JOBS })
    const cpu = cpuOfTree(child.pid ?? 0)
    const { ms } = await tell({ do: 'work', jobs: JOBS })
    const cpuMs = (cpuOfTree(child.pid ?? 0) - cpu) / JOBS
    done += JOBS
    await expectDone(queue, done + picked)
    const { waits } = await tell({ do: 'pickUp', jobs: PICK_UPS })
    picked += waits.length
    waits.sort((a, b) => a - b)
    const pickUp = waits.length === 0 ? {} : { p50Ms: quantile(waits, 0.5), p99Ms: quantile(waits, 0.99) }
    return { perSecond: (JOBS / ms) * 1_000, insertsPerSecond: (JOBS / filled.ms) * 1_000, ...pickUp, cpuMs }
  }
  const close = async (): Promise<void> => {
    await tell({ do: 'close', jobs: 0 })
    await endProcess(child, 'SIGTERM')
  }
  await round()
  return { round, close }
}

/** What the database itself says: so many done, or none left. */
async function expectDone({ where, counts, sql }: Queue, done: number): Promise<void> {
  const found = where.startsWith('postgres:') ? await countInPostgres(where, sql) : countIn(where, sql)
  expectCount(`jobs ${counts}`, found, counts === 'done' ? done : 0)
}

async function countInPostgres(url: string, sql: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Record<string, string>>(sql)
  await client.end()
  return Number(Object.values(rows[0] ?? {})[0])
}

const OUR_DONE = { counts: 'done', sql: `SELECT count(*) FROM tasks WHERE status = 'success'` } as const
const QUEUES: readonly Omit<Queue, 'where' | 'root'>[] = [
  { name: 'mediagen on PostgreSQL', which: 'postgres', ...OUR_DONE },
  { name: BARE, which: 'bare', counts: 'done', sql: `SELECT count(*) FROM jobs WHERE status = 'done'` },
  { name: 'bare loop over our tables', which: 'floor', ...OUR_DONE },
  { name: 'mediagen on SQLite', which: 'sqlite', ...OUR_DONE },
  {
    name: 'pg-boss, fetch',
    which: 'pg-boss',
    counts: 'done',
    sql: `SELECT count(*) FROM pgboss.job WHERE state = 'completed'`,
  },
  // It deletes what is done.
  {
    name: 'graphile-worker, local queue',
    which: 'graphile-worker',
    counts: 'left',
    sql: 'SELECT count(*) FROM graphile_worker._private_jobs',
  },
]

function versionFor(which: string, root: string): string {
  if (which === 'bare') return versionOf('pg')
  return ['postgres', 'sqlite', 'floor'].includes(which) ? ourVersion(root) : peerVersion(which)
}

async function sides({ atEnd, root }: RowOptions): Promise<Side[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mediagen-bench-'))
  const server = await startPostgres()
  atEnd(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const side = async (queue: Omit<Queue, 'where' | 'root'>): Promise<Side> => {
    const where = queue.which === 'sqlite' ? join(folder, 'queue.db') : await server.newDatabase()
    return { name: queue.name, version: versionFor(queue.which, root), open: () => open({ ...queue, where, root }) }
  }
  return Promise.all(QUEUES.map(side))
}

export const queue: Row = {
  name: 'queue-postgres',
  what: 'a task claimed and ended durably, 20 at a time by 4 workers; p50 and p99 from insert to pick-up',
  rounds: 3,
  aims: [{ metric: 'perSecond', against: BARE, atLeast: 0.9 }],
  sides,
}

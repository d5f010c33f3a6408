import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import type { Task } from '../src/core/tasks/task.ts'
import type { Bell } from '../src/ports/runtime.ts'
import type { Store } from '../src/ports/store.ts'
import type { ClaimRequest } from '../src/ports/store/task-queue.ts'
import { inProcessBell } from '../src/runtime/in-process-bell.ts'
import { lineLog } from '../src/runtime/line-log.ts'
import { systemClock } from '../src/runtime/system.ts'
import { postgresBell, type FleetBell } from '../src/store/postgres/bell.ts'
import { postgresStore } from '../src/store/postgres/store.ts'
import { sqliteStore } from '../src/store/sqlite/store.ts'
import type * as build from '../test/contracts/build.ts'

const OURS = { engine: 'e', owner: 'bench', crowd: 0, cap: null } as const
const RUN_TIMEOUTS = [{ kind: 'video', model: 'diorama', ms: 60_000 }] as const

/** Something that can hold jobs and have them done. */
export type Contender = {
  name: string
  open(): Promise<void>
  /** Puts this many jobs in line, fifty requests at a time. */
  fill(jobs: number): Promise<void>
  /** Has them all done. */
  work(jobs: number, how: { batch: number; workers: number }): Promise<void>
  /** The time in ms from the call that inserts one job to the moment a worker of another connection has it. */
  pickUp(times: number): Promise<number[]>
  close(): Promise<void>
}

const AT_ONCE = 50

export async function many(jobs: number, insert: () => Promise<unknown>): Promise<void> {
  let left = jobs
  const client = async (): Promise<void> => {
    while (left-- > 0) await insert()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
}

const LINE = `CREATE TABLE jobs (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, payload text NOT NULL,
  status text NOT NULL DEFAULT 'queued', run_at bigint NOT NULL DEFAULT 0, token text);
  CREATE INDEX jobs_due ON jobs (run_at, id) WHERE status = 'queued'`
const CLAIM = `UPDATE jobs SET token = $1, run_at = $2 WHERE id IN (SELECT id FROM jobs
  WHERE status = 'queued' AND run_at <= $3 ORDER BY run_at, id LIMIT $4 FOR UPDATE SKIP LOCKED) RETURNING id, payload`
const DONE = `UPDATE jobs SET status = 'done', token = NULL WHERE id = ANY($1) AND token = $2`

/** The barest loop: one table, one index, a lease, and a whole batch completed by one statement. */
export function bareLoop(url: string): Contender {
  const pool = new Pool({ connectionString: url, max: 20 })
  pool.on('error', () => undefined)
  const payload = 'x'.repeat(300)
  let claims = 0
  const claim = async (limit: number): Promise<{ ids: string[]; token: string }> => {
    const token = `t${++claims}`
    const values = [token, Date.now() + 6_000, Date.now(), limit]
    const { rows } = await pool.query<{ id: string }>({ name: 'claim', text: CLAIM, values })
    return { ids: rows.map(({ id }) => id), token }
  }
  const insert = (): Promise<unknown> =>
    pool.query({ name: 'insert', text: 'INSERT INTO jobs (payload) VALUES ($1)', values: [payload] })
  const done = (ids: string[], token: string): Promise<unknown> =>
    pool.query({ name: 'done', text: DONE, values: [ids, token] })
  return {
    name: 'bare SKIP LOCKED loop',
    open: async () => void (await pool.query(LINE)),
    fill: (jobs) => many(jobs, insert),
    work: async (_, { batch, workers }) => {
      const worker = async (): Promise<void> => {
        for (let taken = await claim(batch); taken.ids.length > 0; taken = await claim(batch))
          await done(taken.ids, taken.token)
      }
      await Promise.all(Array.from({ length: workers }, worker))
    },
    pickUp: async (times) => {
      const listener = await pool.connect()
      await listener.query('LISTEN jobs')
      const waits: number[] = []
      for (let n = 0; n < times; n++) {
        const rung = new Promise((resolve) => listener.once('notification', resolve))
        const before = performance.now()
        await insert()
        void pool.query('NOTIFY jobs')
        await rung
        const { ids, token } = await claim(1)
        waits.push(performance.now() - before)
        await done(ids, token)
      }
      await listener.query('UNLISTEN jobs')
      listener.release()
      return waits
    },
    close: () => pool.end(),
  }
}

type Build = Pick<typeof build, 'aKey' | 'aTask' | 'anOutcome'>

type Place = { url?: string; file?: string }

/** Our own store, on PostgreSQL where there is a url, else on a file. Two connections: callers at one, workers at the other. */
export function ourStore(name: string, { url, file, aKey, aTask, anOutcome }: Build & Place): Contender {
  const folder = mkdtempSync(join(tmpdir(), 'mediagen-bench-'))
  const log = lineLog({ clock: systemClock, level: 'silent', write: () => undefined })
  const home = inProcessBell(systemClock)
  let [front, back]: Store[] = []
  let bells: FleetBell[] = []
  let [ids, claims] = [0, 0]
  const stores = (): { front: Store; back: Store } => {
    if (front === undefined || back === undefined) throw new Error('not open')
    return { front, back }
  }
  const insert = (): Promise<unknown> => {
    const createdAt = Date.now()
    const task = aTask(`1${String(++ids).padStart(18, '0')}`, { prompt: 'x'.repeat(300), createdAt })
    return stores().front.queue.insert({ task, references: [], idempotency: null })
  }
  const request = (limit: number): ClaimRequest => {
    const token = `t${++claims}`
    return { ...OURS, token, now: Date.now(), limit, wakeLimit: limit, runTimeouts: RUN_TIMEOUTS }
  }
  /** Ends tasks as the workers do: the end of one offers its place to the next. */
  const endAll = async (tasks: readonly Task[]): Promise<Task[]> => {
    const next: Task[] = []
    const take = (taken: Task[]): void => void next.push(...taken)
    const { queue } = stores().back
    const end = (task: Task): Promise<boolean> =>
      queue.finish({ id: task.id, token: task.leaseToken ?? '' }, anOutcome(task), { claim: request(1), take })
    await Promise.all(tasks.map(end))
    return next
  }
  return {
    name,
    open: async () => {
      const path = file ?? join(folder, 'bench.db')
      const open = (): Store | Promise<Store> => (url === undefined ? sqliteStore(path) : postgresStore({ url }))
      front = await open()
      back = await open()
      if (url !== undefined) bells = [home, inProcessBell(systemClock)].map((bell) => postgresBell({ url, bell, log }))
      await front.keys.insert(aKey('k1'))
      await back.owners.join(OURS.owner)
    },
    fill: (jobs) => many(jobs, insert),
    work: async (_, { batch, workers }) => {
      const worker = async (): Promise<void> => {
        for (let tasks = await stores().back.queue.claim(request(batch)); tasks.length > 0;) tasks = await endAll(tasks)
      }
      await Promise.all(Array.from({ length: workers }, worker))
    },
    pickUp: async (times) => {
      const [ringing, hearing]: Bell[] = url === undefined ? [home, home] : bells
      const waits: number[] = []
      for (let n = 0; n < times; n++) {
        const rung = hearing?.wait('work:e', 500)
        const before = performance.now()
        await insert()
        ringing?.ring('work:e')
        await rung
        const now = Date.now()
        const claim = { ...OURS, token: `p${n}`, now, limit: 1, wakeLimit: 1 }
        const [task] = await stores().back.queue.claim(claim)
        waits.push(performance.now() - before)
        if (task === undefined) throw new Error('nothing was there')
        await stores().back.queue.finish({ id: task.id, token: `p${n}` }, anOutcome(task))
      }
      return waits
    },
    close: async () => {
      for (const bell of bells) await bell.close()
      await front?.close()
      await back?.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

// npm run bench:wake-ups — how much of a process's time on a core goes to wake-ups that do not concern it, with several
// processes on one PostgreSQL. Linux only: it reads /proc.
//   npm run bench:wake-ups -- --processes 8 --seconds 20
// First the fleet works, and all rings are written down. Then it idles; then it idles and hears the same rings again, with ids
// that nobody waits for.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { endProcess, startServiceProcess, type ServiceProcess } from '../scripts/service-process.ts'
import { freePort } from '../test/support/free-port.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { cpuOfProcess } from './capacity-meter.ts'

const KEY = 'key-of-the-bench-and-no-other'
const CALLERS = 32
const APIS = 2

type Ring = { atMs: number; topic: string }

const { values } = parseArgs({
  options: { processes: { type: 'string', default: '8' }, seconds: { type: 'string', default: '20' } },
})
const count = Number(values.processes)
const ms = Number(values.seconds) * 1_000
const folder = mkdtempSync(join(tmpdir(), 'mediagen-bench-'))
const server = await startPostgres(['max_connections=300'])
const url = await server.newDatabase()
const port = await freePort()
const fleet: ServiceProcess[] = []
const listener = new Client({ connectionString: url })
try {
  for (let n = 0; n < count; n++) fleet.push(await open(n))
  const rings: Ring[] = []
  await listener.connect()
  listener.on('notification', ({ payload = '' }) => void rings.push({ atMs: performance.now(), topic: payload }))
  await listener.query('LISTEN mediagen')

  await work(3_000)
  rings.length = 0
  const began = performance.now()
  let ended = 0
  const busy = await cpuDuring(async () => (ended = await work(ms)))
  const heard = rings.map(({ atMs, topic }) => ({ atMs: atMs - began, topic }))
  await listener.query('UNLISTEN mediagen')
  await pause(3_000)
  const idle = await cpuDuring(() => pause(ms))
  // A ring for an engine wakes its workers, as it should: it is not replayed.
  const foreign = heard.filter(({ topic }) => topic.startsWith('task:'))
  const ringing = await cpuDuring(() => replay(foreign))
  show({ ended, heard, foreign, busy, idle, ringing })
} finally {
  await listener.end()
  for (const { child } of fleet) await endProcess(child, 'SIGKILL')
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

function open(n: number): Promise<ServiceProcess> {
  const env = { DATABASE_URL: url, MEDIAGEN_PUBLIC_URL: `http://127.0.0.1:${port}`, MEDIAGEN_S3_BUCKET: '' }
  const role = n < APIS ? 'api' : 'worker'
  return startServiceProcess({ dataDir: join(folder, 'data'), apiKey: KEY, role, port: n === 0 ? port : 0, env })
}

async function call(path: string, json?: object): Promise<{ id: string; status: string }> {
  const api = fleet[Math.floor(Math.random() * APIS)]?.url
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
  const body = json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }
  const answer = await fetch(new URL(path, api), { headers, ...body })
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()) as { id: string; status: string }
}

/** Half of the callers want pictures and wait for them, half want videos and poll; gives back how many they got. */
async function work(forMs: number): Promise<number> {
  const until = performance.now() + forMs
  let got = 0
  const caller = async (wantsVideo: boolean): Promise<void> => {
    for (; performance.now() < until; got++) {
      if (!wantsVideo) await call('/api/ai/images/generations', { model: 'sandbox', prompt: 'a fox' })
      else {
        const { id } = await call('/api/ai/videos', { model: 'sandbox', prompt: 'a fox [[delay 1s]]' })
        while (['pending', 'processing'].includes((await call(`/api/ai/videos/${id}`)).status)) await pause(500)
      }
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, (_, n) => caller(n % 2 === 0)))
  return got
}

/** Rings the same again, at the same times, in the same portions. */
async function replay(rings: readonly Ring[]): Promise<void> {
  const began = performance.now()
  for (let at = 0; at < rings.length;) {
    const first = rings[at]!.atMs
    const portion = rings.slice(at).filter(({ atMs }, n) => n < 100 && atMs - first < 1)
    at += portion.length
    await pause(Math.max(0, first - (performance.now() - began)))
    const topics = portion.map((_, n) => `task:00000000000000000${at}${n}`)
    await listener.query(`SELECT pg_notify('mediagen', topic) FROM unnest($1::text[]) AS rung (topic)`, [topics])
  }
}

type Used = { forMs: number; ms: number[] }

async function cpuDuring(what: () => Promise<unknown>): Promise<Used> {
  const began = performance.now()
  const before = fleet.map(({ pid }) => cpuOfProcess(pid))
  await what()
  const used = fleet.map(({ pid }, n) => cpuOfProcess(pid) - (before[n] ?? 0))
  return { forMs: performance.now() - began, ms: used }
}

type Seen = { ended: number; heard: Ring[]; foreign: Ring[]; busy: Used; idle: Used; ringing: Used }

function show({ ended, heard, foreign, busy, idle, ringing }: Seen): void {
  console.log(
    `${count} processes, ${ended} tasks in ${ms / 1_000} s, ${heard.length} rings, ${foreign.length} of a task`,
  )
  const round = (n: number): number => Math.round(n * 10) / 10
  console.table(
    busy.ms.map((busyMs, n) => {
      const idleMs = (idle.ms[n] ?? 0) / idle.forMs
      const wakeUpsMs = (ringing.ms[n] ?? 0) - idleMs * ringing.forMs
      return {
        role: n < APIS ? 'api' : 'worker',
        'busy ms': round(busyMs),
        'idle ms': round(idleMs * busy.forMs),
        'wake-ups ms': round(wakeUpsMs),
        'µs each': round((wakeUpsMs * 1_000) / foreign.length),
        'share %': round((wakeUpsMs / busyMs) * 100),
      }
    }),
  )
}

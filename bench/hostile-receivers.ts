// What a hundred hostile receivers cost, and whether they hold up another one:  npm run bench:receivers
//
// Service, receivers and caller are three processes on loopback. First a hundred polite receivers, whose handlers take
// two seconds, get ten events each: that is the warm service. Then a hundred hostile ones get the same. All the while
// one more receiver, whose events are timed, gets fifteen a second. Takes a minute.
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { endProcess, startServiceProcess, submitVideo, type ServiceProcess } from '../scripts/service-process.ts'

const API_KEY = 'bench-of-hostile-receivers'
const QUICK = '[[fail no_output]]'
const EVENTS_EACH = 10
const CROWD_MS = 15_000
const WARM = { timed: 225, overMs: 15_000 }
const HOSTILE = { timed: 600, overMs: 40_000 }
const AIMS = { growthMb: 20, attemptMs: 15_000, startMs: 250 }
// What the machine's own timers and a busy processor add to a deadline of 15 s.
const TIMER_SLACK_MS = 500
// Node lets garbage lie while there is memory, some fifty megabytes a minute under this load. Under a ceiling it is
// collected, before and after alike, so that the difference is what the receivers make us hold.
const NODE_OPTIONS = '--max-old-space-size=112'

type Receivers = { good: number; friendly: number[]; hostile: { kind: string; port: number }[] }
type Seen = { arrivals: { taskId: string; at: number }[]; strays: number }
type Times = Seen & { warmIds: string[]; ids: string[]; db: DatabaseSync }

const receivers = fork(fileURLToPath(new URL('./hostile-receivers-part.ts', import.meta.url)))
const [{ good, friendly, hostile }] = (await once(receivers, 'message')) as [Receivers]

async function seen(): Promise<Seen> {
  receivers.send('report')
  return ((await once(receivers, 'message')) as [Seen])[0]
}

/** Submits for these ports one after the other, evenly over the time, without waiting for the answers. */
async function spread(url: string, ports: number[], overMs: number): Promise<string[]> {
  const ids: Promise<string>[] = []
  const begun = performance.now()
  for (const [index, port] of ports.entries()) {
    await pause(Math.max(0, begun + (overMs * index) / ports.length - performance.now()))
    ids.push(submitVideo({ url, apiKey: API_KEY, webhookUrl: `http://127.0.0.1:${port}/hook`, prompt: QUICK }))
  }
  return Promise.all(ids)
}

/** A crowd of receivers gets its events while the timed one gets its own: memory at most, tasks of the timed one. */
async function phase({ url, pid }: ServiceProcess, crowd: number[], { timed, overMs }: typeof WARM) {
  const ports = Array.from({ length: EVENTS_EACH }, () => crowd).flat()
  const goods = Array.from({ length: timed }, () => good)
  let peakMb = 0
  const over = new AbortController()
  const watch = (async () => {
    while (!over.signal.aborted) {
      const rss = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
      peakMb = Math.max(peakMb, Number(rss) / 1024)
      await pause(250)
    }
  })()
  const [, ids] = await Promise.all([spread(url, ports, CROWD_MS), spread(url, goods, overMs)])
  // The last ones are still on their way.
  await pause(2_000)
  over.abort()
  await watch
  return { peakMb, ids }
}

async function run(): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mediagen-bench-'))
  const service = await startServiceProcess({ dataDir, apiKey: API_KEY, env: { NODE_OPTIONS } })
  try {
    const warm = await phase(service, friendly, WARM)
    const hostilePorts = hostile.map(({ port }) => port)
    const { peakMb, ids } = await phase(service, hostilePorts, HOSTILE)
    await endProcess(service.child, 'SIGTERM')
    const db = new DatabaseSync(join(dataDir, 'mediagen.db'), { readOnly: true })
    const inTime = reportTimes({ ...(await seen()), warmIds: warm.ids, ids, db })
    db.close()
    return reportMemory(warm.peakMb, peakMb) && inTime
  } finally {
    await endProcess(service.child, 'SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
  }
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function reportTimes({ warmIds, ids, arrivals, strays, db }: Times): boolean {
  const ended = db.prepare('SELECT id, finished_at FROM tasks').all()
  const endedAt = new Map(ended.map((row) => [row['id'], Number(row['finished_at'])]))
  const waitsOf = (tasks: string[]): number[] => {
    const wanted = new Set(tasks)
    const timed = arrivals.filter(({ taskId }) => wanted.has(taskId))
    return timed.map(({ taskId, at }) => at - (endedAt.get(taskId) ?? 0)).sort((a, b) => a - b)
  }
  const say = (what: string, waits: number[]): void => {
    const [p50, p99] = [quantile(waits, 0.5), quantile(waits, 0.99)]
    console.log(`${what}: ${waits.length} events, p50 ${p50} ms, p99 ${p99} ms, longest ${waits.at(-1)} ms`)
  }
  const waits = waitsOf(ids)
  console.log('final state to arrival at the timed receiver')
  // How busy the machine is shows here: only the difference is the doing of the hostile ones.
  say('  beside a hundred polite receivers ', waitsOf(warmIds))
  say('  beside a hundred hostile receivers', waits)
  const longest = reportAttempts(db)
  console.log(`redirects followed: ${strays}`)
  const inTime = longest <= AIMS.attemptMs + TIMER_SLACK_MS && quantile(waits, 0.99) <= AIMS.startMs
  return waits.length === ids.length && inTime && strays === 0
}

function reportAttempts(db: DatabaseSync): number {
  const rows = db
    .prepare('SELECT d.host, a.duration_ms FROM delivery_attempts a JOIN deliveries d ON d.id = a.delivery_id')
    .all()
  let longest = 0
  for (const kind of new Set(hostile.map((each) => each.kind))) {
    const hosts = new Set(hostile.filter((each) => each.kind === kind).map(({ port }) => `127.0.0.1:${port}`))
    const durations = rows.filter((row) => hosts.has(String(row['host']))).map((row) => Number(row['duration_ms']))
    const most = Math.max(0, ...durations)
    longest = Math.max(longest, most)
    console.log(`  20 that ${kind}: ${durations.length} attempts, longest ${most} ms`)
  }
  return longest
}

function reportMemory(warmMb: number, peakMb: number): boolean {
  const growth = peakMb - warmMb
  console.log(`memory: ${warmMb.toFixed(0)} MB warm, ${peakMb.toFixed(0)} MB at most, ${growth.toFixed(1)} MB more`)
  return growth <= AIMS.growthMb
}

try {
  const met = await run()
  console.log(met ? 'all aims are met' : 'AN AIM IS MISSED')
  process.exitCode = met ? 0 : 1
} finally {
  receivers.disconnect()
}

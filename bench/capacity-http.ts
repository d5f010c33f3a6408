import { Agent, request } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { seeded } from '../test/chaos/seeded-random.ts'
import { range } from '../test/contracts/build.ts'
import { endProcess, startServiceProcess, type ServiceProcess } from '../scripts/service-process.ts'
import { freePort } from '../test/support/free-port.ts'
import { costOf, cpuOfProcess, openMeter, round, type Cost, type Meter } from './capacity-meter.ts'

export type HttpPoint = Cost & {
  what: string
  callers: number
  count: number
  apiUs: number
  workerUs: number
  p50Ms: number
  p99Ms: number
}

export type HttpCosts = {
  points: HttpPoint[]
  /** What one api process and one worker use while nobody asks anything, in ms of a core a second. */
  idle: { apiMs: number; workerMs: number; postgresMs: number }
  connections: { name: string; count: number }[]
  bytesPerTask: Record<string, number>
  /** Time of autovacuum a task, in µs. */
  vacuumUs: number
  flushUs: number
}

const KEY = 'key-of-the-bench-and-no-other'
const IDLE_MS = 5_000

const agent = new Agent({ keepAlive: true, maxSockets: 256 })

/** One request; the answer's text. */
function call(url: string, path: string, json?: object): Promise<string> {
  return new Promise((resolve, reject) => {
    const body = json === undefined ? undefined : JSON.stringify(json)
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
    const method = body === undefined ? 'GET' : 'POST'
    const sent = request(
      new URL(path, url),
      { agent, method, headers: body === undefined ? { authorization: headers.authorization } : headers },
      (reply) => {
        const chunks: Buffer[] = []
        reply.on('data', (chunk: Buffer) => chunks.push(chunk))
        reply.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          if (reply.statusCode === 200) resolve(text)
          else reject(new Error(`${reply.statusCode} ${text}`))
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

const quantile = (times: number[], q: number): number =>
  times.sort((x, y) => x - y)[Math.min(times.length - 1, Math.floor(times.length * q))] ?? 0

type Both = { api: ServiceProcess; worker?: ServiceProcess }
type Load = { what: string; callers: number; count: number }

/** Does the work, which notes how long each request took, and tells what it cost every process. */
async function measured(
  meter: Meter,
  { api, worker }: Both,
  load: Load,
  work: (times: number[]) => Promise<unknown>,
): Promise<HttpPoint> {
  const times: number[] = []
  const cpu = (): [number, number] => [cpuOfProcess(api.pid), worker === undefined ? 0 : cpuOfProcess(worker.pid)]
  const [apiBefore, workerBefore] = cpu()
  const before = await meter.read()
  await work(times)
  const after = await meter.read()
  const [apiAfter, workerAfter] = cpu()
  const [apiMs, workerMs] = [apiAfter - apiBefore, workerAfter - workerBefore]
  return {
    ...load,
    apiUs: round((apiMs / load.count) * 1_000),
    workerUs: round((workerMs / load.count) * 1_000),
    p50Ms: round(quantile(times, 0.5)),
    p99Ms: round(quantile(times, 0.99)),
    ...costOf(before, after, load.count, apiMs + workerMs),
  }
}

/** Keeps so many callers busy until all is done. */
function underLoad(
  meter: Meter,
  both: Both,
  load: Load & { one: (n: number) => Promise<unknown> },
): Promise<HttpPoint> {
  const { one, ...rest } = load
  return measured(meter, both, rest, async (times) => {
    let next = 0
    const line = async (): Promise<void> => {
      while (next < load.count) {
        const from = performance.now()
        await one(next++)
        times.push(performance.now() - from)
      }
    }
    await Promise.all(range(load.callers).map(line))
  })
}

/** Requests at a given pace whatever the answers do, as callers from everywhere would. */
function atPace(
  meter: Meter,
  api: ServiceProcess,
  perSecond: number,
  count: number,
  one: () => Promise<unknown>,
): Promise<HttpPoint> {
  return measured(meter, { api }, { what: 'submit at half load', callers: 0, count }, async (times) => {
    const random = seeded(7)
    const began = performance.now()
    const sent: Promise<void>[] = []
    let due = 0
    for (let n = 0; n < count; n++) {
      due += (-Math.log(1 - random.fraction()) * 1_000) / perSecond
      const wait = began + due - performance.now()
      if (wait > 1) await pause(wait)
      const from = Math.max(performance.now(), began + due)
      sent.push(one().then(() => void times.push(performance.now() - from)))
    }
    await Promise.all(sent)
  })
}

/** Measures real processes of the program over this database, which must be theirs alone. */
export async function measureHttp(url: string, scale: number): Promise<HttpCosts> {
  const folder = mkdtempSync(join(tmpdir(), 'mediagen-capacity-'))
  const port = await freePort()
  const env = {
    DATABASE_URL: url,
    MEDIAGEN_PUBLIC_URL: `http://127.0.0.1:${port}`,
    MEDIAGEN_LOG_LEVEL: 'warn',
  }
  const service = { dataDir: folder, apiKey: KEY, env }
  const api = await startServiceProcess({ ...service, role: 'api', port })
  const running: ServiceProcess[] = [api]
  const meter = await openMeter(url)
  const points: HttpPoint[] = []
  const opened = await meter.read()
  try {
    const ids: string[] = []
    const submit = async (): Promise<void> => {
      const answer = await call(api.url, '/api/ai/videos', {
        model: 'sandbox',
        prompt: 'a red fox in a snowy forest at dawn',
      })
      ids.push((JSON.parse(answer) as { id: string }).id)
    }
    await underLoad(meter, { api }, { what: 'warm-up', callers: 16, count: 600, one: submit })
    const count = 1_500 * scale
    for (const callers of [1, 4, 16, 64])
      points.push(
        await underLoad(
          meter,
          { api },
          { what: 'submit', callers, count: callers === 1 ? count / 2 : count, one: submit },
        ),
      )
    const most = Math.max(...points.map(({ perSecond }) => perSecond))
    points.push(await atPace(meter, api, most / 2, count, submit))
    const poll = (n: number): Promise<string> => call(api.url, `/api/ai/videos/${ids[(n * 7_919) % ids.length]}`)
    for (const callers of [1, 16])
      points.push(await underLoad(meter, { api }, { what: 'poll', callers, count, one: poll }))

    const worker = await startServiceProcess({ ...service, role: 'worker' })
    running.push(worker)
    const both = { api, worker }
    // The worker clears the line that has gathered: what one task costs from claim to end.
    const left = async (): Promise<number> =>
      Number((await meter.rows('SELECT count(*) AS n FROM tasks WHERE finished_at IS NULL'))[0]?.['n'])
    const line = { what: 'work off the line (sandbox clips)', callers: 0, count: await left() }
    const cleared = async (): Promise<void> => {
      while ((await left()) > 0) await pause(500)
    }
    points.push(await measured(meter, both, line, cleared))

    const image = (): Promise<string> =>
      call(api.url, '/api/ai/images/generations', { model: 'sandbox', prompt: 'a red fox in a snowy forest at dawn' })
    await underLoad(meter, both, { what: 'warm-up', callers: 16, count: 300, one: image })
    for (const callers of [1, 16])
      points.push(
        await underLoad(meter, both, {
          what: 'image answer',
          callers,
          count: callers === 1 ? count / 5 : count / 2,
          one: image,
        }),
      )

    const idle = await whileIdle(meter, both)
    const connections = (await meter.rows(`SELECT application_name AS name, count(*) AS count FROM pg_stat_activity
      WHERE application_name LIKE 'mediagen%' GROUP BY 1 ORDER BY 1`)) as { name: string; count: unknown }[]
    const sizes =
      await meter.rows(`SELECT relname AS name, pg_total_relation_size(oid) / (SELECT count(*) FROM tasks) AS bytes
      FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_total_relation_size(oid) > 65536`)
    const tasks = Number((await meter.rows('SELECT count(*) AS n FROM tasks'))[0]?.['n'])
    return {
      points,
      idle,
      vacuumUs: round((((await meter.read()).vacuumMs - opened.vacuumMs) / tasks) * 1_000),
      flushUs: await meter.flushUs(),
      connections: connections.map(({ name, count }) => ({ name, count: Number(count) })),
      bytesPerTask: Object.fromEntries(sizes.map((row) => [String(row['name']), Number(row['bytes'])])),
    }
  } finally {
    agent.destroy()
    await meter.close()
    for (const { child } of running.toReversed()) await endProcess(child, 'SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}

async function whileIdle(
  meter: Meter,
  both: { api: ServiceProcess; worker: ServiceProcess },
): Promise<HttpCosts['idle']> {
  const seconds = IDLE_MS / 1_000
  const load = { what: 'idle', callers: 0, count: seconds }
  const { apiUs, workerUs, postgresUs } = await measured(meter, both, load, () => pause(IDLE_MS))
  return { apiMs: apiUs / 1_000, workerMs: workerUs / 1_000, postgresMs: postgresUs / 1_000 }
}

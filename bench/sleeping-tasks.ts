// Ten thousand tasks that wait for their provider: what they cost while nothing happens, and how soon a new one starts.
//   npm run bench:sleeping -- --tasks 10000 --new 300
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startService } from '../src/compose/service.ts'
import { readConfig } from '../src/config.ts'
import type { Model } from '../src/core/tasks/model.ts'
import type { Engine, EngineJob } from '../src/ports/engine.ts'

const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '10000' },
    new: { type: 'string', default: '300' },
    idle: { type: 'string', default: '10' },
  },
})
const [tasks, fresh, idleSeconds] = [Number(values.tasks), Number(values.new), Number(values.idle)]
const HOURS_MS = 6 * 60 * 60 * 1000
const API_KEY = 'key-of-the-bench-and-no-other'

let started: ((job: EngineJob) => void) | undefined
const seen = { asleep: 0 }
const engine: Engine = {
  id: 'slow-provider',
  safeToRestart: false,
  concurrency: 64,
  async start(job) {
    started?.(job)
    seen.asleep++
    return { kind: 'running', operation: { id: job.taskId }, checkAgainMs: HOURS_MS }
  },
  status: async (operation) => ({ kind: 'running', operation, checkAgainMs: HOURS_MS }),
  cancel: async () => {},
  close: async () => {},
}
const model: Model = {
  id: 'slow',
  kind: 'video',
  engine: engine.id,
  engineModel: 'slow',
  description: 'takes hours',
  sizes: { form: 'sizes', sizes: ['1280x720'], defaultSize: '1280x720' },
  maxReferences: 0,
  referenceRoles: [],
  seed: 'none',
  queueTimeoutMs: HOURS_MS,
  runTimeoutMs: 2 * HOURS_MS,
}

const folder = await mkdtemp(join(tmpdir(), 'mediagen-bench-'))
const config = readConfig({
  PORT: '0',
  MEDIAGEN_DATA_DIR: folder,
  MEDIAGEN_API_KEY: API_KEY,
  MEDIAGEN_FFMPEG: 'off',
  MEDIAGEN_LOG_LEVEL: 'error',
  MEDIAGEN_DRAIN_SECONDS: '0',
})
const service = await startService(config, { extraEngines: [engine], extraModels: [model] })

async function submit(prompt: string): Promise<string> {
  const reply = await fetch(new URL('/api/ai/videos', service.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: model.id, prompt }),
  })
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
  return ((await reply.json()) as { id: string }).id
}

async function putToSleep(): Promise<number> {
  const startedAt = performance.now()
  let left = tasks
  const line = async (): Promise<void> => {
    while (left-- > 0) await submit('a long film')
  }
  await Promise.all(Array.from({ length: 32 }, line))
  while (seen.asleep < tasks) await pause(50)
  return performance.now() - startedAt
}

/** The share of one core that the process takes while nobody asks anything of it. */
async function idleShare(): Promise<number> {
  await pause(2_000)
  const before = process.cpuUsage()
  const from = performance.now()
  await pause(idleSeconds * 1_000)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / (performance.now() - from)
}

/** From sending a request until its task starts at the provider. */
async function startDelays(): Promise<number[]> {
  const delays: number[] = []
  for (let each = 0; each < fresh; each++) {
    const start = Promise.withResolvers<number>()
    started = ({ prompt }) => (prompt === `film ${each}` ? start.resolve(performance.now()) : undefined)
    const from = performance.now()
    await submit(`film ${each}`)
    delays.push((await start.promise) - from)
    await pause(5)
  }
  return delays.sort((a, b) => a - b)
}

const quantile = (sorted: number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0
const ms = (value: number): string => `${value.toFixed(1)} ms`

try {
  const took = await putToSleep()
  console.log(`${tasks} tasks accepted, started and asleep: ${(took / 1_000).toFixed(1)} s`)
  console.log(`idle: ${((await idleShare()) * 100).toFixed(2)} % of one core over ${idleSeconds} s`)
  const delays = await startDelays()
  const [p50, p99, longest] = [quantile(delays, 0.5), quantile(delays, 0.99), delays.at(-1) ?? 0]
  console.log(`request to start of a new task, of ${fresh}: p50 ${ms(p50)}, p99 ${ms(p99)}, longest ${ms(longest)}`)
} finally {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
}

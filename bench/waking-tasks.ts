// Thousands of one key's tasks wake at the same moment: how long another key's picture takes meanwhile, and alone.
//   npm run bench:waking -- --tasks 5000
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { endProcess, startServiceProcess } from '../scripts/service-process.ts'

const { values } = parseArgs({ options: { tasks: { type: 'string', default: '5000' }, main: { type: 'string' } } })
const count = Number(values.tasks)
const main = values.main ?? fileURLToPath(new URL('../src/main.ts', import.meta.url))
const MANY_AT_ONCE = 32
const SLEEP_S = 20

const dataDir = await mkdtemp(join(tmpdir(), 'mediagen-bench-'))
const crowdKey = 'key-of-the-crowd'
const { child, url } = await startServiceProcess({ dataDir, apiKey: crowdKey, main })
const env = { ...process.env, MEDIAGEN_DATA_DIR: dataDir }
const made = execFileSync(process.execPath, [main, 'keys', 'create', '--name', 'other'], { env, encoding: 'utf8' })
const otherKey = /mg_\w+/.exec(made)?.[0] ?? ''

const post = (path: string, key: string, prompt: string): Promise<Response> =>
  fetch(new URL(path, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'sandbox', prompt }),
  })

async function picture(): Promise<number> {
  const before = performance.now()
  const answer = await post('/api/ai/images/generations', otherKey, 'a fox')
  if (answer.status !== 200) throw new Error(`a picture was answered with ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
  return performance.now() - before
}

function summary(ms: number[]): string {
  const sorted = ms.sort((a, b) => a - b)
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(0)
  return `${sorted.length} pictures, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${sorted.at(-1)?.toFixed(0)} ms`
}

const alone: number[] = []
for (let each = 0; each < 50; each++) alone.push(await picture())
console.log(`alone: ${summary(alone)}`)

let next = 0
const began = Date.now()
await Promise.all(
  Array.from({ length: MANY_AT_ONCE }, async () => {
    while (next < count) {
      next++
      // All of them wake at about the same moment, however long the submitting takes.
      const delay = Math.max(1, SLEEP_S - Math.floor((Date.now() - began) / 1_000))
      const answer = await post('/api/ai/videos', crowdKey, `[[delay ${delay}s]] a crowd`)
      if (answer.status !== 200) throw new Error(`a task was answered with ${answer.status}`)
      await answer.arrayBuffer()
    }
  }),
)
console.log(`${count} tasks submitted in ${((Date.now() - began) / 1_000).toFixed(1)} s`)
await pause(Math.max(0, began + SLEEP_S * 1_000 - Date.now()))
const meanwhile: number[] = []
const until = Date.now() + 30_000
while (Date.now() < until) {
  meanwhile.push(await picture())
  await pause(50)
}
console.log(`while they wake: ${summary(meanwhile)}`)
await endProcess(child, 'SIGTERM')
await rm(dataDir, { recursive: true, force: true })

// A key over its limits beside another one: how long the other's pictures take from request to answer while nobody else is
// there, while a crowd of the first waits for places, and while the first also sends requests that are refused.
//   npm run bench:limits -- --waiting 1000 --storm 200
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { endProcess, startServiceProcess } from '../scripts/service-process.ts'
import { createKey, type NewKey } from '../src/actions/create-key.ts'
import { systemClock, systemRandom } from '../src/runtime/system.ts'
import { openStore } from '../src/store/open-store.ts'
import { quantile } from './harness/statistics.ts'

const { values } = parseArgs({
  options: {
    waiting: { type: 'string', default: '1000' },
    storm: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '6' },
    database: { type: 'string' },
  },
})
const waiting = Number(values.waiting)
const PICTURES_A_ROUND = 150
const AT_ONCE = 32

const dataDir = await mkdtemp(join(tmpdir(), 'mediagen-bench-'))
const store = await openStore({ dataDir, url: values.database })
const newKey = async (wish: NewKey): Promise<string> =>
  (await createKey({ store, clock: systemClock, random: systemRandom }, wish)).text
const other = await newKey({ name: 'other' })
const greedy = await newKey({ name: 'greedy', limits: { inWork: 1, waiting } })
await store.close()
const env: Record<string, string> = values.database === undefined ? {} : { DATABASE_URL: values.database }
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const { child, url } = await startServiceProcess({ dataDir, apiKey: 'a-key-that-nobody-uses', main, env })

const post = (path: string, key: string, prompt: string): Promise<Response> =>
  fetch(new URL(path, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'sandbox', prompt }),
  })

async function expect(status: number, answer: Response): Promise<void> {
  const text = await answer.text()
  if (answer.status !== status) throw new Error(`answered with ${answer.status}: ${text}`)
}

async function pictures(): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < PICTURES_A_ROUND; n++) {
    const from = performance.now()
    await expect(200, await post('/api/ai/images/generations', other, 'a fox'))
    times.push(performance.now() - from)
  }
  return times
}

/** So many requests a second that a limit refuses, until it is told to stop; how many there were. */
function storm(aSecond: number): { stop: () => Promise<number> } {
  let isOver = false
  let sent = 0
  const blow = async (): Promise<void> => {
    const under: Promise<void>[] = []
    while (!isOver) {
      under.push(post('/api/ai/videos', greedy, 'one more').then((answer) => expect(429, answer)))
      sent++
      await pause(1_000 / aSecond)
    }
    await Promise.all(under)
  }
  const done = blow()
  return {
    stop: async () => {
      isOver = true
      await done
      return sent
    },
  }
}

/** Hangs until it is cancelled, and holds the one place of its key meanwhile. */
async function crowd(): Promise<string[]> {
  const ids: string[] = []
  for (let from = 0; from <= waiting; from += AT_ONCE) {
    const size = Math.min(AT_ONCE, waiting + 1 - from)
    const answers = Array.from({ length: size }, () => post('/api/ai/videos', greedy, 'a fox [[hang]]'))
    for (const answer of await Promise.all(answers)) ids.push(((await answer.json()) as { id: string }).id)
  }
  return ids
}

async function disperse(ids: readonly string[]): Promise<void> {
  const headers = { authorization: `Bearer ${greedy}` }
  // The last first: whoever waits is not let in before it is cancelled.
  for (const id of ids.toReversed())
    await expect(200, await fetch(new URL(`/api/ai/tasks/${id}/cancel`, url), { method: 'POST', headers }))
}

const alone: number[] = []
const besideCrowd: number[] = []
const besideStorm: number[] = []
let refused = 0
await pictures()
for (let round = 0; round < Number(values.rounds); round++) {
  alone.push(...(await pictures()))
  const ids = await crowd()
  besideCrowd.push(...(await pictures()))
  const blowing = storm(Number(values.storm))
  besideStorm.push(...(await pictures()))
  refused += await blowing.stop()
  await disperse(ids)
}

function tell(name: string, times: number[]): void {
  const sorted = Float64Array.from(times).sort()
  const before = Float64Array.from(alone).sort()
  const words = [0.5, 0.99].map((share) => {
    const ms = quantile(sorted, share)
    return `p${share * 100} ${ms.toFixed(2)} ms (${(ms / quantile(before, share)).toFixed(2)} of alone)`
  })
  console.log(`${name}: ${times.length} pictures, ${words.join(', ')}`)
}
tell('alone', alone)
tell(`beside ${waiting} that wait for a place`, besideCrowd)
tell(`beside those and ${refused} refused requests`, besideStorm)
await endProcess(child, 'SIGTERM')
await rm(dataDir, { recursive: true, force: true })

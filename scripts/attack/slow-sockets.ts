import { fork } from 'node:child_process'
import { once } from 'node:events'
import { quantile, type Figure, type Target } from './target.ts'

const SOCKETS = 2_000
const ROUNDS = 5
const REQUESTS = 400
const TOGETHER = 4
const HOLDER = new URL('./slow-holder.ts', import.meta.url)

/** What ordinary callers wait while two thousand sockets trickle, beside what they wait otherwise. */
export async function slowSockets(target: Target): Promise<Figure[]> {
  await rounds(target, 1)
  const quiet = await rounds(target, ROUNDS)
  // In a process of its own: what it has to do must not be what the callers wait for.
  const holder = fork(HOLDER, [target.url, target.apiKey, String(SOCKETS)])
  const [open] = (await once(holder, 'message')) as [number]
  const under = await rounds(target, ROUNDS)
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  console.log(`  p99 alone ${quiet.toFixed(1)} ms, beside ${open} slow sockets ${under.toFixed(1)} ms`)
  return [
    { what: 'p99 beside slow sockets, as a multiple of that without', value: under / quiet, most: 2, unit: 'x' },
    { what: 'slow sockets missing of two thousand', value: SOCKETS - open, most: SOCKETS / 10, unit: '' },
  ]
}

/** The middle p99 of several rounds: a single one is at the mercy of whatever else the machine does. */
async function rounds(target: Target, count: number): Promise<number> {
  const all: number[] = []
  for (let round = 0; round < count; round++) all.push(await p99(target))
  return quantile(all, 0.5)
}

async function p99({ url, apiKey }: Target): Promise<number> {
  const took: number[] = []
  const workers = Array.from({ length: TOGETHER }, async () => {
    for (let n = 0; n < REQUESTS; n++) {
      const begun = performance.now()
      const answer = await fetch(`${url}/api/ai/tasks?limit=1`, { headers: { authorization: `Bearer ${apiKey}` } })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`an ordinary caller got ${answer.status}`)
      took.push(performance.now() - begun)
    }
  })
  await Promise.all(workers)
  return quantile(took, 0.99)
}

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rounds } from './ordinary-callers.ts'
import type { Figure, Target } from './target.ts'

const SOCKETS = 2_000
const ROUNDS = 5
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

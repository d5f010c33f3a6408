import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rounds } from './ordinary-callers.ts'
import type { Figure, Target } from './target.ts'

const CALLERS = 1_000
const ROUNDS = 2
const STREAMS_OF_A_KEY = 100
const MIB = 2 ** 20
// Of a stop: the target has no grace time, but a second for the last answers, and needs another to close what it has open.
const GRACE_MS = 2_000
const HOLDER = new URL('./disconnect-holder.ts', import.meta.url)

/** A thousand callers who leave early and a thousand who send without end: what others wait, what is given back, how it stops. */
export async function disconnects(target: Target): Promise<Figure[]> {
  const headers = { authorization: `Bearer ${target.apiKey}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ model: 'sandbox', prompt: '[[hang]]' })
  const made = await fetch(`${target.url}/api/ai/videos`, { method: 'POST', headers, body })
  const { id } = (await made.json()) as { id: string }
  await rounds(target, 1)
  const before = await rounds(target, ROUNDS)
  const holder = fork(HOLDER, [target.url, target.apiKey, id, String(CALLERS)])
  await once(holder, 'message')
  const left = await beside(target, holder, 'leave early')
  const between = await rounds(target, ROUNDS)
  const endless = await beside(target, holder, 'send without end')
  const after = await rounds(target, ROUNDS)
  console.log(
    `  p99 alone ${[before, between, after].map((ms) => ms.toFixed(1)).join(', ')} ms: before, between and after`,
  )
  holder.disconnect()
  await once(holder, 'exit')
  console.log(`  p99 beside both kinds ${left.p99.toFixed(1)} and ${endless.p99.toFixed(1)} ms`)
  const refused = await refusedStreams(target, id)
  const begun = performance.now()
  await target.stop()
  return [
    {
      what: `p99 beside ${CALLERS} callers who leave early, as a multiple of that without`,
      // The machine may be busy with others: each is held against the slower of the rounds around it.
      value: left.p99 / Math.max(before, between),
      most: 2,
      unit: 'x',
    },
    {
      what: `p99 beside ${CALLERS} bodies without end, as a multiple of that without`,
      value: endless.p99 / Math.max(between, after),
      most: 2,
      unit: 'x',
    },
    // What both machines hold for a connection counts as sent.
    { what: 'most that one body without end could send', value: endless.most / MIB, most: 32, unit: 'MiB' },
    { what: `of ${STREAMS_OF_A_KEY} slots for streams not given back`, value: refused, most: 0, unit: '' },
    { what: 'stop after all of them', value: performance.now() - begun, most: GRACE_MS, unit: 'ms' },
  ]
}

/** What ordinary callers wait while one kind is at it. */
async function beside(target: Target, holder: ChildProcess, kind: string): Promise<{ p99: number; most: number }> {
  const done = once(holder, 'message') as Promise<[number]>
  holder.send(kind)
  const p99 = await rounds(target, ROUNDS)
  const [most] = await done
  return { p99, most }
}

/** How many of the streams that a key may have at once are refused it. */
async function refusedStreams({ url, apiKey }: Target, id: string): Promise<number> {
  const leaving = new AbortController()
  const open = (): Promise<Response> =>
    fetch(`${url}/api/ai/tasks/${id}/events`, {
      headers: { authorization: `Bearer ${apiKey}` },
      signal: leaving.signal,
    })
  const streams = await Promise.all(Array.from({ length: STREAMS_OF_A_KEY }, open))
  leaving.abort()
  return streams.filter(({ status }) => status !== 200).length
}

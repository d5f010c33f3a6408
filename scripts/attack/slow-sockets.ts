import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { quantile, type Figure, type Target } from './target.ts'

const SOCKETS = 2_000
const ROUNDS = 5
const REQUESTS = 400
const TOGETHER = 4
const DRIP_MS = 1_000

/** Three kinds of socket that want nothing but to stay: half a head, half a body, and answers that nobody reads. */
function beginnings({ apiKey }: Target): string[] {
  const post = `POST /api/ai/videos HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\n`
  return [
    'GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: ',
    `${post}Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"prompt":"`,
    'GET /docs HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20),
  ]
}

/** What ordinary callers wait while two thousand sockets trickle, beside what they wait otherwise. */
export async function slowSockets(target: Target): Promise<Figure[]> {
  await rounds(target, 1)
  const quiet = await rounds(target, ROUNDS)
  const held = hold(target)
  await pause(3 * DRIP_MS)
  const open = held.open()
  const under = await rounds(target, ROUNDS)
  held.end()
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

/** Keeps two thousand sockets open: whichever is ended is opened anew, and each gets a byte a second. */
function hold(target: Target): { open(): number; end(): void } {
  const { hostname, port } = new URL(target.url)
  const sockets = new Map<Socket, boolean>()
  let isOver = false
  const kinds = beginnings(target)
  const add = (kind: number): void => {
    if (isOver) return
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      sockets.set(socket, kind !== 2)
      socket.write(kinds[kind] ?? '')
    })
    // The third kind never reads.
    if (kind === 2) socket.pause()
    else socket.resume()
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      setTimeout(() => add(kind), DRIP_MS).unref()
    })
  }
  for (let n = 0; n < SOCKETS; n++) add(n % kinds.length)
  const drip = setInterval(() => {
    for (const [socket, drips] of sockets) if (drips && socket.writable) socket.write('a')
  }, DRIP_MS)
  return {
    open: () => sockets.size,
    end() {
      isOver = true
      clearInterval(drip)
      for (const socket of sockets.keys()) socket.destroy()
    },
  }
}

import { randomBytes } from 'node:crypto'
import type { Clock, Random } from '../ports/runtime.ts'

// setTimeout takes at most this long; longer waits are made of several.
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The machine's own clock. */
export const systemClock: Clock = {
  // oxlint-disable-next-line eslint/no-restricted-properties -- the one place where time comes from
  now: () => Date.now(),
  elapsed: () => performance.now(),
  async sleep(ms, signal, { keepsProcess = true } = {}) {
    for (let left = ms; left > 0; left -= LONGEST_TIMER_MS) {
      if (signal?.aborted === true) return
      await timer(Math.min(left, LONGEST_TIMER_MS), keepsProcess, signal)
    }
  },
}

/** The operating system's randomness. */
export const systemRandom: Random = {
  bytes: (length) => (length < SECRET_BYTES ? pooledBytes(length) : randomBytes(length)),
  fraction: () => pooledBytes(4).readUInt32BE(0) / 2 ** 32,
}

// Keys and secrets outlive everything: what they are made of is never in memory before it is asked for.
const SECRET_BYTES = 32
// Asking the system costs as much for this many as for one, and a request asks several times.
const POOL_BYTES = 4_096
let pool = Buffer.alloc(0)

/** Bytes that were fetched in advance; each is handed out once, and a new pool never lies where an old one lay. */
function pooledBytes(length: number): Buffer {
  if (pool.length < length) pool = randomBytes(POOL_BYTES)
  const taken = pool.subarray(0, length)
  pool = pool.subarray(length)
  return taken
}

function timer(ms: number, keepsProcess: boolean, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timeout)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timeout = setTimeout(done, ms)
    if (!keepsProcess) timeout.unref()
    signal?.addEventListener('abort', done, { once: true })
  })
}

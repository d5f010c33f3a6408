import { randomBytes } from 'node:crypto'
import type { Clock, Random } from '../ports/runtime.ts'

// setTimeout takes at most this long; longer waits are made of several.
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The machine's own clock. */
export const systemClock: Clock = {
  // oxlint-disable-next-line eslint/no-restricted-properties -- the one place where time comes from
  now: () => Date.now(),
  elapsed: () => performance.now(),
  async sleep(ms, signal) {
    for (let left = ms; left > 0; left -= LONGEST_TIMER_MS) {
      if (signal?.aborted === true) return
      await timer(Math.min(left, LONGEST_TIMER_MS), signal)
    }
  },
}

/** The operating system's randomness. */
export const systemRandom: Random = {
  bytes: (length) => randomBytes(length),
  fraction: () => randomBytes(4).readUInt32BE(0) / 2 ** 32,
}

function timer(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timeout)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timeout = setTimeout(done, ms)
    signal?.addEventListener('abort', done, { once: true })
  })
}

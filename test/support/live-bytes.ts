import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc') as () => void

/** Twice: the buffers that one collection finds are let go of in the background, and the next one waits for that. */
function collect(): void {
  gc()
  gc()
}

const LOOK_EVERY_MS = 5
const MOST_TRIES = 100

function heldBytes(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/**
 * How much more memory the work held at its peak than before it, up to garbage that stays below `limit`: what is less than
 * the limit with its garbage is less without it, and collecting at every look took nearly all the time of the test.
 */
export async function peakOfLiveBytes(limit: number, work: () => Promise<void>): Promise<number> {
  collect()
  const before = heldBytes()
  let peak = 0
  const look = async (): Promise<void> => {
    // What is known by now is not looked at again.
    if (peak >= limit) return
    // On a busy machine buffers that were found to be garbage are let go of later still. What is held stays, however often.
    for (let tries = 0; tries < MOST_TRIES && heldBytes() - before >= limit; tries++) {
      collect()
      await pause(Math.min(tries, 20))
    }
    peak = Math.max(peak, heldBytes() - before)
  }
  const done = new AbortController()
  const watching = (async () => {
    while (!done.signal.aborted) {
      await look()
      await pause(LOOK_EVERY_MS)
    }
  })()
  try {
    await work()
  } finally {
    done.abort()
    await watching
  }
  return peak
}

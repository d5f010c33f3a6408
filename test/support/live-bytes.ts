import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc') as () => void

/**
 * Twice: the buffers that one collection finds are let go of in the background, and the next one waits for that. Nothing
 * else runs in between, so what the work holds is still held afterwards.
 */
function collect(): void {
  gc()
  gc()
}

const LOOK_EVERY_MS = 5

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
  const look = (): void => {
    // What is known by now is not looked at again.
    if (peak >= limit) return
    // Read once: a second look could find a little more, garbage that nobody has collected.
    let held = heldBytes() - before
    if (held >= limit) {
      collect()
      held = heldBytes() - before
    }
    peak = Math.max(peak, held)
  }
  const done = new AbortController()
  const watching = (async () => {
    while (!done.signal.aborted) {
      look()
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

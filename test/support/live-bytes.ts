import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** How much more memory the work held at its peak than before it, garbage not counted. */
export async function peakOfLiveBytes(work: () => Promise<void>): Promise<number> {
  const live = (): number => {
    collect()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  const before = live()
  let peak = before
  const done = new AbortController()
  const watching = (async () => {
    while (!done.signal.aborted) {
      peak = Math.max(peak, live())
      await pause(20)
    }
  })()
  try {
    await work()
  } finally {
    done.abort()
    await watching
  }
  return peak - before
}

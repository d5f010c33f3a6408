import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How late the event loop came to a timer since the meter was read last. */
export type LoopDelay = { p99Ms: number; maxMs: number }

const RESOLUTION_MS = 5
const NANOSECONDS = 1e6

// Loaded into a process beside its program: the parent asks by a message, and is answered by one.
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delays.enable()
process.on('message', () => {
  const [p99Ms = 0, maxMs = 0] = [delays.percentile(99), delays.max].map((ns) => ns / NANOSECONDS - RESOLUTION_MS)
  const delay: LoopDelay = { p99Ms, maxMs }
  process.send?.(delay)
  delays.reset()
})

import type { Allowance } from './decoder-orders.ts'

// Often enough that a picture which unpacks a gigabyte a second is stopped before it has taken another 20 MB.
const LOOK_EVERY_MS = 20

/** The work runs on other threads, so this one can watch it: nothing else can interrupt foreign code. Told once. */
export function watchWork({ workMs, bytes }: Allowance, onOver: (what: 'time' | 'memory') => void): NodeJS.Timeout {
  const cpuBefore = process.cpuUsage()
  const memoryBefore = process.memoryUsage.rss()
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(cpuBefore)
    const over = (user + system) / 1000 > workMs ? 'time' : 'memory'
    if (over === 'memory' && process.memoryUsage.rss() - memoryBefore <= bytes) return
    clearInterval(timer)
    onOver(over)
  }, LOOK_EVERY_MS)
  return timer
}

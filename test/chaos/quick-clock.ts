import type { Clock } from '../../src/ports/runtime.ts'
import { systemClock } from '../../src/runtime/system.ts'

export type ClockSpeed = {
  /** How many milliseconds pass for each one of the machine. */
  speed: number
  /** A fixed moment from which the speed counts, the same for all processes that share a database. */
  from: number
  /** How far ahead the clock is beyond that. */
  aheadMs?: number
}

/** The clock of a run: its speed, and what the machine's own clocks said at its fixed moment. */
export type SceneClock = ClockSpeed & { machineFrom: number }

/** When, on the machine's monotonic clock, the service's clock showed this time. */
export function onMachine({ speed, from, machineFrom }: SceneClock, time: number): number {
  return machineFrom + (time - from) / speed
}

/** The machine's clock, running faster: leases of seconds run out in fractions of one. */
export function quickClock({ speed, from, aheadMs = 0 }: ClockSpeed): Clock {
  return {
    now: () => Math.floor(from + (Date.now() - from) * speed + aheadMs),
    elapsed: () => performance.now() * speed,
    sleep: (ms, signal, options) => systemClock.sleep(ms / speed, signal, options),
  }
}

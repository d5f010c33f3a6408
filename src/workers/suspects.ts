import { MAX_ATTEMPTS, type Task } from '../core/task.ts'
import type { Clock } from '../ports/runtime.ts'

// Cut off once, a task may have been unlucky; cut off twice, it may be what takes the process down.
const SUSPECT_FROM_ATTEMPT = 3
// Most of what kills a process does so at once. Longer, and tasks that had bad luck twice wait too long for each other.
const HEAD_START_MS = 10_000

/** Tells whether a task may be what takes the process down. One that was cut off too often is only ended, not begun. */
export function isSuspect({ attempts }: Task): boolean {
  return attempts >= SUSPECT_FROM_ATTEMPT && attempts <= MAX_ATTEMPTS
}

/** Decides which of the tasks that were cut off again and again may begin now. */
export type Suspects = {
  /** Gives back how to leave; undefined when another suspect has just begun and must show first that it does no harm. */
  enter(): (() => void) | undefined
}

/**
 * Lets suspects begin one after the other in this process. Otherwise everything that was in work beside a task that kills
 * its process would be cut off as often as that task, and be given up with it.
 */
export function suspectsInTurn(clock: Clock): Suspects {
  let latest: { until: number } | undefined
  return {
    enter() {
      if (latest !== undefined && clock.now() < latest.until) return undefined
      const mine = { until: clock.now() + HEAD_START_MS }
      latest = mine
      return () => {
        if (latest === mine) latest = undefined
      }
    },
  }
}

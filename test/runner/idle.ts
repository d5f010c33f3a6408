import { delayOf, lookAround, TICKS_PER_SECOND, treeOf } from './process-tree.ts'

// Who waits for something that never comes still beats, polls and blinks. Who works does so, or waits for a core, all the time.
const IDLE_SHARE = 0.3
/** After so many looks in a row at which a process did nothing, it hangs. */
export const IDLE_LOOKS = 20
/**
 * What tells a process that it hangs: a test that waits then fails where it waits, and the others go on. Nobody else sends it,
 * who has no ear for it ignores it, and Node writes no report of it.
 */
export const STUCK_SIGNAL = 'SIGURG'
/** Who has been told and does nothing for so many looks more is ended. */
export const LOOKS_ONCE_TOLD = 4

export type Idle = { pid: number; isHopeless: boolean }
type State = { at: string; cpu: number; delay: number; time: number; idleLooks: number; isTold: boolean }

/**
 * Tells which test processes do nothing any more: at the same test as before, without work by them or by anything that they
 * started. To be ready and get no core is work too, so a slow or crowded machine makes none idle; and looks are counted, not
 * seconds, so neither does one that stood still. Only Linux says enough for this.
 */
export function idleWatch(): (places: ReadonlyMap<number, string>) => Idle[] {
  const states = new Map<number, State>()
  return (places) => {
    const around = lookAround()
    return [...places]
      .map(([pid, at]) => {
        const tree = treeOf(pid, around)
        const cpu = tree.reduce((sum, { ownTicks, waitedTicks }) => sum + ownTicks + waitedTicks, 0) / TICKS_PER_SECOND
        const delay = tree.reduce((sum, { pid: each }) => sum + delayOf(each), 0)
        const time = performance.now() / 1000
        const before = states.get(pid)
        // What a browser's process took is gone with it: a sum that sinks is a change too.
        const worked = before === undefined ? 0 : Math.abs(cpu - before.cpu) + Math.abs(delay - before.delay)
        const isIdle = before?.at === at && worked < (time - before.time) * IDLE_SHARE
        const idleLooks = isIdle ? before.idleLooks + 1 : 0
        const wasTold = before?.at === at && before.isTold
        const isAtEnd = idleLooks >= (wasTold ? LOOKS_ONCE_TOLD : IDLE_LOOKS)
        // To hear of it is work too, so the looks begin anew.
        states.set(pid, { at, cpu, delay, time, idleLooks: isAtEnd ? 0 : idleLooks, isTold: wasTold || isAtEnd })
        return { pid, isAtEnd, isHopeless: wasTold }
      })
      .filter(({ isAtEnd }) => isAtEnd)
  }
}

import type { Clock } from '../../ports/runtime.ts'

// A change by an operator takes effect in every process within a second; the query itself takes part of that time.
const KNOWN_MS = 500
// Only existing things are cached, so strangers cannot fill the cache. At this size, it is cleared and filled again.
const MOST_KNOWN = 10_000

type Known<Thing> = { until: number; thing: Promise<Thing | undefined> }

export type RememberedFind<Thing> = {
  find: (name: string) => Promise<Thing | undefined>
  /** Makes a change, and clears the cached value. */
  changing: <T>(change: Promise<T>) => Promise<T>
}

/**
 * For a store that is queried over a network: results are cached for half a second. Changes in this process are visible
 * at once, changes in another process after that time.
 */
export function rememberFound<Thing>(
  ask: (name: string) => Promise<Thing | undefined>,
  clock: Clock,
): RememberedFind<Thing> {
  const known = new Map<string, Known<Thing>>()
  const look = (name: string): Promise<Thing | undefined> => {
    if (known.size >= MOST_KNOWN) known.clear()
    const asked: Known<Thing> = { until: clock.elapsed() + KNOWN_MS, thing: ask(name) }
    const forget = (): void => {
      if (known.get(name) === asked) known.delete(name)
    }
    known.set(name, asked)
    asked.thing.then((thing) => thing === undefined && forget(), forget)
    return asked.thing
  }
  return {
    find: (name) => {
      const found = known.get(name)
      return found !== undefined && clock.elapsed() < found.until ? found.thing : look(name)
    },
    changing: (change) => change.finally(() => known.clear()),
  }
}

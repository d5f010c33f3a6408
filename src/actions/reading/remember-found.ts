import type { Clock } from '../../ports/runtime.ts'

// What an operator changes holds in every process within a second; asking the store takes its part of that.
const KNOWN_MS = 500
// Only what is there is remembered, so strangers cannot fill this; past it all are forgotten, and found anew.
const MOST_KNOWN = 10_000

type Known<Thing> = { until: number; thing: Promise<Thing | undefined> }

export type RememberedFind<Thing> = {
  find: (name: string) => Promise<Thing | undefined>
  /** Makes a change, and forgets what was known before it. */
  changing: <T>(change: Promise<T>) => Promise<T>
}

/**
 * For a store that has to be asked over a network: what was found is known for half a second. What changes here is seen at
 * once, what changes in another process after that time.
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

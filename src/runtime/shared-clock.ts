import type { Clock, Log } from '../ports/runtime.ts'

const ANCHOR_EVERY_MS = 5_000
// Less than this is the way to the store and back; following it would make time stutter.
const WORTH_FOLLOWING_MS = 50

export type SharedClock = Clock & {
  /** Lets go of the store. */
  close(): Promise<void>
}

/**
 * Shows the time of the store, which all of its processes share, so that they agree on deadlines however far their own
 * clocks are apart. Between two looks it goes by the clock that cannot jump.
 */
export async function sharedClock(
  own: Clock,
  store: { time(): Promise<number> },
  log: Pick<Log, 'debug'>,
): Promise<SharedClock> {
  const closing = new AbortController()
  let anchor = { time: own.now(), at: own.elapsed() }
  const now = (): number => Math.floor(anchor.time + own.elapsed() - anchor.at)

  const look = async (): Promise<void> => {
    const asked = own.elapsed()
    const time = await store.time()
    const at = (asked + own.elapsed()) / 2
    if (Math.abs(time - (anchor.time + at - anchor.at)) > WORTH_FOLLOWING_MS) anchor = { time, at }
  }
  const keepLooking = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await own.sleep(ANCHOR_EVERY_MS, closing.signal)
      if (closing.signal.aborted) return
      // A store that is away tells no time; until it is back the last one is carried on.
      await look().catch((error: unknown) => log.debug('the time of the store could not be read', { error }))
    }
  }

  await look()
  const looking = keepLooking()
  return {
    now,
    elapsed: () => own.elapsed(),
    sleep: (ms, signal, options) => own.sleep(ms, signal, options),
    async close() {
      closing.abort()
      await looking
    },
  }
}

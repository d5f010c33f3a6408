import { AppError } from '../../core/errors.ts'
import type { Catalog } from '../../ports/engine.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'

export type WaitingRoom = {
  /** Accepts this many more tasks; throws if that would exceed the limit, for any key. */
  enter(count: number): Promise<void>
}

export type WaitingRoomDeps = { store: Pick<Store, 'census'>; clock: Clock; catalog: Pick<Catalog, 'engines'> }

// What other processes accept is known this much later.
const COUNT_EVERY_MS = 5_000
// While there is no room, a storm of requests does not count more often than this.
const COUNT_AGAIN_MS = 1_000

/**
 * One limit on all waiting tasks, also for keys without limits: a runaway program must not fill the disk. Tasks are
 * counted now and then, not with each request, so the limit is exact for one process; among several, it is off by what
 * they accept within seconds.
 */
export function waitingRoom({ store, clock, catalog }: WaitingRoomDeps, most: number): WaitingRoom {
  let known = { waiting: 0, at: Number.NEGATIVE_INFINITY }
  let since = 0
  let counting: Promise<void> | undefined

  const count = async (): Promise<void> => {
    const at = clock.elapsed()
    const before = since
    const engines = catalog.engines().map(({ id }) => id)
    const census = await store.census.take({ engines, now: clock.now(), most })
    known = { waiting: census.engines.reduce((sum, each) => sum + each.waiting + each.parked, 0), at }
    since -= before
  }
  const isStale = (more: number): boolean => {
    const age = clock.elapsed() - known.at
    if (age > COUNT_EVERY_MS) return true
    // Most of the tasks accepted since may be running by now.
    return known.waiting + since + more > most && (since > 0 || age > COUNT_AGAIN_MS)
  }
  return {
    async enter(more) {
      if (isStale(more)) {
        counting ??= count().finally(() => (counting = undefined))
        await counting
      }
      if (known.waiting + since + more > most) {
        const message = `The queue of this service is full (${most} tasks). Try again when some have started.`
        throw new AppError('queue_full', message)
      }
      since += more
    },
  }
}

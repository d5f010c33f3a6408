import type { Clock } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'

export type RemoveExpiredDeps = { store: Pick<Store, 'chores'>; clock: Clock }

// Some milliseconds of an embedded database, which nobody else can use meanwhile, and far from any timeout of a server.
const BATCH = 1_000

/** Removes idempotency records that have expired, until the signal says that it is time to stop. */
export async function removeExpired(deps: RemoveExpiredDeps, signal: AbortSignal): Promise<void> {
  const now = deps.clock.now()
  let removed: number
  do removed = await deps.store.chores.sweepIdempotency(now, BATCH)
  while (removed === BATCH && !signal.aborted)
}

import type { Clock } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'

export type CondenseHistoryDeps = { store: Pick<Store, 'usage' | 'chores'>; clock: Clock }

// Whoever asks what was used asks for the last year at most, and the month in which it is asked.
const KEPT_MS = 400 * 24 * 60 * 60 * 1000
const BATCH = 1_000

/** Keeps what grows for ever small: usage of long ago becomes sums by day, and old signs of life are forgotten. */
export async function condenseHistory({ store, clock }: CondenseHistoryDeps, signal: AbortSignal): Promise<void> {
  const before = clock.now() - KEPT_MS
  await store.chores.forgetWatched(before)
  let after: string | undefined = ''
  while (after !== undefined && !signal.aborted) after = await store.usage.condense(before, { after, limit: BATCH })
}

import { periodOf } from '../core/account.ts'
import type { Bell, Clock } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'

export type ReviewAccountsDeps = { store: Pick<Store, 'accounts'>; clock: Clock }
export type LetInDeps = { store: Pick<Store, 'accounts'>; bell: Bell }

const BATCH = 1_000

/** Lets in what waits for a place although there is room, as after limits were raised. */
export async function letInWaiting({ store, bell }: LetInDeps, signal?: AbortSignal): Promise<void> {
  for (const engine of await store.accounts.letIn(signal)) bell.ring(`work:${engine}`)
}

/** Puts right what was never given back, and removes accounts that nobody has used since their month was over. */
export async function reviewAccounts({ store, clock }: ReviewAccountsDeps, signal: AbortSignal): Promise<void> {
  await store.accounts.recount(signal)
  if (signal.aborted) return
  const { month } = periodOf(clock.now())
  let removed: number
  do removed = await store.accounts.sweep(month, BATCH)
  while (removed === BATCH && !signal.aborted)
}

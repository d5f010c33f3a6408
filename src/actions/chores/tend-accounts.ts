import { periodOf } from '../../core/money/account.ts'
import type { Bell, Clock } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import type { AccountPage, Reviewed } from '../../ports/store/accounts.ts'

export type LetInDeps = { store: Pick<Store, 'accounts'>; bell: Pick<Bell, 'ring'> }
export type ReviewAccountsDeps = LetInDeps & { clock: Clock }

const BATCH = 1_000
// A few milliseconds of an embedded database.
const PAGE = 200

/** Lets in held tasks for which there is room, for example after limits were raised. */
export async function letInWaiting(deps: LetInDeps, signal: AbortSignal): Promise<void> {
  await review(deps, signal, (page) => deps.store.accounts.letIn(page))
}

/** Corrects slots that were never returned, and removes accounts that were not used after their month ended. */
export async function reviewAccounts(deps: ReviewAccountsDeps, signal: AbortSignal): Promise<void> {
  await review(deps, signal, (page) => deps.store.accounts.recount(page))
  const { month } = periodOf(deps.clock.now())
  let removed = BATCH
  while (removed === BATCH && !signal.aborted) removed = await deps.store.accounts.sweep(month, BATCH)
}

/** Goes through all accounts with held tasks, and tells the workers which queues have new tasks. */
async function review(
  { bell }: LetInDeps,
  signal: AbortSignal,
  look: (page: AccountPage) => Promise<Reviewed>,
): Promise<void> {
  let after: string | undefined = ''
  while (after !== undefined && !signal.aborted) {
    const { engines, next }: Reviewed = await look({ after, limit: PAGE })
    for (const engine of engines) bell.ring(`work:${engine}`)
    after = next
  }
}

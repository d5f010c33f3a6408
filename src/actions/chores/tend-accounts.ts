import { periodOf } from '../../core/money/account.ts'
import type { Bell, Clock } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import type { AccountPage, Reviewed } from '../../ports/store/accounts.ts'

export type LetInDeps = { store: Pick<Store, 'accounts'>; bell: Pick<Bell, 'ring'> }
export type ReviewAccountsDeps = LetInDeps & { clock: Clock }

const BATCH = 1_000
// Some milliseconds of an embedded database.
const PAGE = 200

/** Lets in what waits for a place although there is room, as after limits were raised. */
export async function letInWaiting(deps: LetInDeps, signal: AbortSignal): Promise<void> {
  await review(deps, signal, (page) => deps.store.accounts.letIn(page))
}

/** Puts right what was never given back, and removes accounts that nobody has used since their month was over. */
export async function reviewAccounts(deps: ReviewAccountsDeps, signal: AbortSignal): Promise<void> {
  await review(deps, signal, (page) => deps.store.accounts.recount(page))
  const { month } = periodOf(deps.clock.now())
  let removed = BATCH
  while (removed === BATCH && !signal.aborted) removed = await deps.store.accounts.sweep(month, BATCH)
}

/** Goes through all accounts on which somebody waits, and tells the workers of what came into their lines. */
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

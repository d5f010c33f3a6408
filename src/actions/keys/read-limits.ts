import {
  freshAccount,
  inPeriod,
  limitsOn,
  periodEnds,
  periodOf,
  userAccountId,
  type Account,
} from '../../core/money/account.ts'
import type { ApiKey } from '../../core/keys/api-key.ts'
import { NO_LIMITS, type Limits } from '../../core/money/limits.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'

/** What may be used, and what is taken of it now. */
export type Standing = { limits: Limits; account: Account }

export type Standings = { key: Standing; endUser: Standing | null; dayEndsAt: number; monthEndsAt: number }

export type ReadLimitsDeps = { store: Pick<Store, 'accounts'>; clock: Clock }

/** How a key stands with its limits, and an end user behind it. */
export async function readLimits(deps: ReadLimitsDeps, caller: ApiKey, endUser: string | null): Promise<Standings> {
  const period = periodOf(deps.clock.now())
  const userId = endUser === null || caller.userLimits === null ? null : userAccountId(caller.id, endUser)
  const found = await deps.store.accounts.find(userId === null ? [caller.id] : [caller.id, userId])
  const standing = (id: string): Standing => {
    const account = found.find((each) => each.id === id) ?? freshAccount(id)
    return { limits: { ...NO_LIMITS, ...limitsOn(id, caller) }, account: inPeriod(account, period) }
  }
  return { key: standing(caller.id), endUser: userId === null ? null : standing(userId), ...periodEnds(period) }
}

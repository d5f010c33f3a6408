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
import { limitsAt } from '../../core/projects/project.ts'
import { projectOf } from '../projects/find-project.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'

/** The limits, and their current use. */
export type Standing = { limits: Limits; account: Account }

export type Standings = {
  key: Standing
  endUser: Standing | null
  project: Standing | null
  dayEndsAt: number
  monthEndsAt: number
}

export type ReadLimitsDeps = { store: Pick<Store, 'accounts' | 'projects'>; clock: Clock }

/** The limits of a key and of the end user behind it, with their use. */
export async function readLimits(deps: ReadLimitsDeps, caller: ApiKey, endUser: string | null): Promise<Standings> {
  const now = deps.clock.now()
  const period = periodOf(now)
  const project = await projectOf(deps, caller)
  const userId = endUser === null || caller.userLimits === null ? null : userAccountId(caller.id, endUser)
  const found = await deps.store.accounts.find([
    caller.id,
    ...(userId === null ? [] : [userId]),
    ...(project === null ? [] : [project.id]),
  ])
  const standing = (id: string): Standing => {
    const account = found.find((each) => each.id === id) ?? freshAccount(id)
    const raise = id === caller.id ? caller.raise : id === project?.id ? project.raise : null
    const limits = limitsAt(limitsOn(id, caller, project ?? undefined), raise, now)
    return { limits: { ...NO_LIMITS, ...limits }, account: inPeriod(account, period) }
  }
  return {
    key: standing(caller.id),
    endUser: userId === null ? null : standing(userId),
    project: project === null ? null : standing(project.id),
    ...periodEnds(period),
  }
}

import { type RaisedEvent } from '../service-event.ts'
import type { ApiKey } from '../keys/api-key.ts'
import { limitsAt, type Project } from '../projects/project.ts'
import {
  freshAccount,
  inPeriod,
  isProjectAccount,
  keyIdOf,
  limitsOn,
  type Account,
  type AccountLimits,
} from './account.ts'
import type { Book } from './admission.ts'

/** The percentages of a budget at which operators are informed. */
export const BUDGET_MARKS = [50, 80, 100] as const

const DAY_MS = 86_400_000

/** The current budgets of an account, including a temporary raise of its key or project. */
export function budgetsOf(
  account: string,
  owner: { key?: ApiKey | undefined; project?: Project | undefined },
  now: number,
): AccountLimits {
  const { key, project } = owner
  const raise = isProjectAccount(account) ? project?.raise : key?.raise
  return limitsAt(limitsOn(account, key, project), raise ?? null, now)
}

/**
 * The budget marks that a change of accounts has passed, including reservations for running tasks. Each is reported
 * once per period and amount: a raised budget has its own marks. End users are not reported: there may be millions.
 */
export function reachedBudgets(
  before: Book,
  after: Book,
  { limitsOf, now }: { limitsOf: (account: string) => AccountLimits | undefined; now: number },
): RaisedEvent[] {
  return [...after.values()].flatMap((account) => {
    const { id } = account
    const isUser = !isProjectAccount(id) && keyIdOf(id) !== id
    const earlier = before.get(id) ?? freshAccount(id)
    if (isUser || earlier === account) return []
    const was = inPeriod(earlier, account)
    const limits = limitsOf(id)
    return [
      ...passed(account, { period: 'day', from: was.dayMicros, to: account.dayMicros, limit: limits?.perDayMicros }),
      ...passed(account, {
        period: 'month',
        from: was.monthMicros,
        to: account.monthMicros,
        limit: limits?.perMonthMicros,
      }),
    ].map((event) => ({ ...event, createdAt: now }))
  })
}

type Spending = { period: 'day' | 'month'; from: number; to: number; limit: number | null | undefined }

function passed(account: Account, { period, from, to, limit }: Spending): Omit<RaisedEvent, 'createdAt'>[] {
  // A budget of zero has no parts.
  if (limit === null || limit === undefined || limit === 0) return []
  const { id } = account
  const isProject = isProjectAccount(id)
  const begins = period === 'day' ? dayOf(account) : monthOf(account)
  return BUDGET_MARKS.filter((percent) => from * 100 < limit * percent && to * 100 >= limit * percent).map(
    (percent) => ({
      cause: `${id}/${begins}/${limit}/${percent}`,
      event: 'budget.reached',
      subject: `${isProject ? 'project' : 'key'}/${id}`,
      keyId: isProject ? null : id,
      project: isProject ? id : null,
      data: { period, begins, percent, limitUsd: limit / 1e6, spentUsd: to / 1e6 },
    }),
  )
}

function dayOf({ day }: Account): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

function monthOf({ month }: Account): string {
  return new Date(Date.UTC(Math.floor(month / 12), month % 12)).toISOString().slice(0, 7)
}

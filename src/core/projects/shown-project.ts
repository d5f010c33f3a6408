import type { Account } from '../money/account.ts'
import { usdOf } from '../money/cost.ts'
import { shownLimit } from '../money/limits.ts'
import type { Project, Raise } from './project.ts'

/** A project as operators and its keys see it, with the current use of its limits. */
export function shownProject(project: Project, account: Account) {
  const { limits } = project
  return {
    id: project.id,
    name: project.name,
    state: project.archivedAt === null ? ('active' as const) : ('archived' as const),
    created: Math.floor(project.createdAt / 1000),
    archived: project.archivedAt === null ? null : Math.floor(project.archivedAt / 1000),
    limits: {
      inWork: limits.inWork,
      waiting: limits.waiting,
      perDayUsd: shownLimit('perDayMicros', limits.perDayMicros),
      perMonthUsd: shownLimit('perMonthMicros', limits.perMonthMicros),
    },
    raise: showRaise(project.raise),
    used: {
      inWork: account.letIn,
      waiting: account.parked,
      todayUsd: usdOf(account.dayMicros),
      thisMonthUsd: usdOf(account.monthMicros),
    },
  }
}

/** A raise in dollars and seconds; null for none, also if it is over. */
export function showRaise(raise: Raise | null) {
  return raise === null
    ? null
    : {
        perDayUsd: shownLimit('perDayMicros', raise.perDayMicros ?? null),
        perMonthUsd: shownLimit('perMonthMicros', raise.perMonthMicros ?? null),
        until: Math.floor(raise.until / 1000),
      }
}

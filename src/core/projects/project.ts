import type { Limits } from '../money/limits.ts'

/** The limits that a project may have: those that are counted over all of its keys. */
export const PROJECT_LIMIT_NAMES = ['inWork', 'waiting', 'perDayMicros', 'perMonthMicros'] as const
export type ProjectLimits = Pick<Limits, (typeof PROJECT_LIMIT_NAMES)[number]>

/** A temporary raise: until its end, these budgets replace the usual ones. */
export type Raise = { perDayMicros?: number; perMonthMicros?: number; until: number }

/** What several keys share: their tasks, and limits in addition to those of each key. */
export type Project = {
  id: string
  name: string
  limits: ProjectLimits
  raise: Raise | null
  createdAt: number
  /** While it is archived, its keys create nothing new; everything else stays as it is. */
  archivedAt: number | null
  /** Increases with every change. */
  version: number
}

export const NO_PROJECT_LIMITS: ProjectLimits = {
  inWork: null,
  waiting: null,
  perDayMicros: null,
  perMonthMicros: null,
}

/** The roles of a key in its project, the weakest first. */
export const PROJECT_ROLES = ['viewer', 'member', 'owner'] as const
export type ProjectRole = (typeof PROJECT_ROLES)[number]

/** No key has an id that begins like this, so that their accounts can be told apart. */
export const PROJECT_ID_PREFIX = 'proj_'

/** The limits at this moment. A raise never lowers a budget, and never adds one. */
export function limitsAt<Given extends Pick<Limits, 'perDayMicros' | 'perMonthMicros'>>(
  limits: Given,
  raise: Raise | null,
  now: number,
): Given {
  if (raise === null || raise.until <= now) return limits
  const raised = (usual: number | null, more: number | undefined): number | null =>
    usual === null || more === undefined ? usual : Math.max(usual, more)
  return {
    ...limits,
    perDayMicros: raised(limits.perDayMicros, raise.perDayMicros),
    perMonthMicros: raised(limits.perMonthMicros, raise.perMonthMicros),
  }
}

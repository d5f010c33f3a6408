import { AppError } from '../errors.ts'
import { isShowable } from '../keys/api-key.ts'
import type { AuditChange, AuditValue } from '../keys/audit.ts'
import { shownLimit, shownLimitName } from '../money/limits.ts'
import { PROJECT_LIMIT_NAMES, type Project, type ProjectLimits, type Raise } from './project.ts'

/** What an operator decides about a project. Absent settings stay unchanged. */
export type ProjectChange = {
  name?: string
  limits?: Partial<ProjectLimits>
  raise?: Raise | null
  /** Whether its keys may create anything. */
  archived?: boolean
}

type ProjectSettings = Pick<Project, 'name' | 'limits' | 'raise' | 'archivedAt'>

const MOST_NAME_CHARACTERS = 100

/** The settings of the project after the change. */
export function changedProject(project: ProjectSettings, change: ProjectChange, now: number): ProjectSettings {
  if (change.name !== undefined) checkName(change.name)
  const limits = { ...project.limits, ...change.limits }
  if (change.raise !== undefined && change.raise !== null) checkRaise(change.raise, limits, now)
  const { archived } = change
  return {
    name: change.name ?? project.name,
    limits,
    raise: change.raise === undefined ? project.raise : change.raise,
    archivedAt: archived === undefined ? project.archivedAt : archived ? (project.archivedAt ?? now) : null,
  }
}

/** Every setting that differs, as operators see it. Null is a project that does not exist yet. */
export function projectChanges(before: ProjectSettings | null, after: ProjectSettings): AuditChange[] {
  const then: Record<string, AuditValue> = before === null ? {} : shownSettings(before)
  return Object.entries(shownSettings(after)).flatMap(([field, to]) => {
    const from = then[field] ?? null
    return from === to ? [] : [{ field, from, to }]
  })
}

function shownSettings({ name, limits, raise, archivedAt }: ProjectSettings): Record<string, AuditValue> {
  const shown = PROJECT_LIMIT_NAMES.map((each) => [`limits.${shownLimitName(each)}`, shownLimit(each, limits[each])])
  const archived = archivedAt === null ? null : Math.floor(archivedAt / 1000)
  return { name, ...(Object.fromEntries(shown) as Record<string, AuditValue>), ...shownRaise(raise), archived }
}

/** A raise, by the names that operators see. */
export function shownRaise(raise: Raise | null): Record<string, number | null> {
  return {
    'raise.perDayUsd': shownLimit('perDayMicros', raise?.perDayMicros ?? null),
    'raise.perMonthUsd': shownLimit('perMonthMicros', raise?.perMonthMicros ?? null),
    'raise.until': raise === null ? null : Math.floor(raise.until / 1000),
  }
}

/** Refuses a raise that would not raise anything. */
export function checkRaise(
  raise: Raise,
  limits: Pick<ProjectLimits, 'perDayMicros' | 'perMonthMicros'>,
  now: number,
): void {
  if (raise.until <= now)
    throw refused('raise.until', 'This time is in the past. Set a future time, or null to end the raise.')
  const given = (['perDayMicros', 'perMonthMicros'] as const).filter((each) => raise[each] !== undefined)
  if (given.length === 0) throw refused('raise', 'Set at least one limit to raise: perDayUsd, perMonthUsd, or both.')
  for (const each of given) {
    const [shown, usual] = [`raise.${shownLimitName(each)}`, limits[each]]
    if (usual === null) throw refused(shown, 'The project has no such budget to raise.')
    if ((raise[each] ?? 0) <= usual)
      throw refused(shown, `The raised budget must be higher than the usual budget of ${shownLimit(each, usual)}.`)
  }
}

function checkName(name: string): void {
  if (name.trim() === '' || name.length > MOST_NAME_CHARACTERS)
    throw refused('name', `Give the project a name of at most ${MOST_NAME_CHARACTERS} characters.`)
  if (!isShowable(name))
    throw refused('name', 'A project name must not contain line breaks or other control characters.')
}

function refused(param: string, message: string): AppError {
  return new AppError('invalid_parameter', message, { param })
}

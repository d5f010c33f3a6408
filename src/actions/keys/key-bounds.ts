import { AppError } from '../../core/errors.ts'
import type { ApiKey } from '../../core/keys/api-key.ts'
import { checkPlace, type KeyChange, type KeySettings } from '../../core/keys/key-settings.ts'
import { LIMIT_NAMES, shownLimit, shownLimitName } from '../../core/money/limits.ts'
import { checkRaise } from '../../core/projects/project-settings.ts'
import { PROJECT_LIMIT_NAMES, PROJECT_ROLES, type Project } from '../../core/projects/project.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import { findProject } from '../projects/find-project.ts'

type Deps = { store: Pick<Store, 'projects'>; clock: Clock }

/** Refuses a change that would leave a key in an impossible state. */
export async function checkSettings(deps: Deps, settings: KeySettings, change: KeyChange): Promise<void> {
  checkPlace(settings, change)
  if (change.raise !== undefined && change.raise !== null) checkRaise(change.raise, settings.limits, deps.clock.now())
  if (change.project === undefined || change.project === null) return
  const { name, archivedAt } = await findProject(deps, change.project)
  if (archivedAt !== null)
    throw refused('project', `The project '${name}' is archived. Restore it, or choose another project.`)
}

type Powers = Pick<ApiKey, 'scopes' | 'models' | 'expiresAt' | 'role'>

/** The owner of a project, who manages its keys and no others. */
export type ProjectOwner = { project: Project; owner: Powers }

/** What an owner may set on a key of its project: never more than the project has, and nothing outside it. */
export function checkWithin(project: Project, { project: named, limits, raise }: KeyChange): void {
  if (named !== undefined && named !== project.id)
    throw refused('project', 'A project owner cannot move a key to another project. Ask an operator.')
  if (raise !== undefined && raise !== null) throw refused('raise', 'Only an operator can raise a budget temporarily.')
  for (const name of LIMIT_NAMES) {
    const most = isShared(name) ? project.limits[name] : null
    const asked = limits?.[name]
    if (most === null || asked === undefined || asked === null || asked <= most) continue
    const param = `limits.${shownLimitName(name)}`
    throw refused(param, `${param} must be at most ${shownLimit(name, most)}, the limit of the project.`)
  }
}

/**
 * Refuses settings beyond those of the owner's own key. A key that an operator gave more keeps it, as long as none of it
 * grows: together with a later expiry, for example, it would be more than either key had.
 */
export function checkPowers(settings: Powers, owner: Powers, former?: Powers): void {
  const grown = former === undefined ? undefined : excess(settings, former)
  if (former !== undefined && grown === undefined) return
  const beyond = excess(settings, owner)
  if (beyond === undefined) return
  throw refused(
    grown ?? beyond,
    'A project owner cannot give a key scopes, models or an expiry that its own key lacks. Ask an operator.',
  )
}

/** The first setting with which a key could do more than with these. */
function excess(settings: Powers, { scopes, models, expiresAt, role }: Powers): string | undefined {
  if (!settings.scopes.every((scope) => scopes.includes(scope))) return 'scopes'
  if (models !== null && !(settings.models?.every((model) => models.includes(model)) ?? false)) return 'models'
  if ((settings.expiresAt ?? Infinity) > (expiresAt ?? Infinity)) return 'expires'
  return rankOf(settings.role) > rankOf(role) ? 'role' : undefined
}

function rankOf(role: Powers['role']): number {
  return PROJECT_ROLES.findIndex((each) => each === role)
}

function isShared(name: string): name is (typeof PROJECT_LIMIT_NAMES)[number] {
  return (PROJECT_LIMIT_NAMES as readonly string[]).includes(name)
}

function refused(param: string, message: string): AppError {
  return new AppError('invalid_parameter', message, { param })
}

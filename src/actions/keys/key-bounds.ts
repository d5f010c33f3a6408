import { AppError } from '../../core/errors.ts'
import type { ApiKey } from '../../core/keys/api-key.ts'
import { checkPlace, type KeyChange, type KeySettings } from '../../core/keys/key-settings.ts'
import { LIMIT_NAMES, shownLimit, shownLimitName } from '../../core/money/limits.ts'
import { checkRaise } from '../../core/projects/project-settings.ts'
import { PROJECT_LIMIT_NAMES, type Project } from '../../core/projects/project.ts'
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

type Powers = Pick<ApiKey, 'scopes' | 'models' | 'expiresAt'>

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

/** Refuses what none of these keys has: an owner gives what its own key has, and a key keeps what it already has. */
export function checkPowers({ scopes, models, expiresAt }: Powers, holders: readonly Powers[]): void {
  const scope = scopes.find((each) => !holders.some((holder) => holder.scopes.includes(each)))
  if (scope !== undefined)
    throw refused(
      'scopes',
      `A project owner cannot give the scope '${scope}', which its own key lacks. Ask an operator.`,
    )
  const allowed = holders.some((holder) => holder.models === null)
    ? null
    : holders.flatMap((holder) => holder.models ?? [])
  if (allowed !== null && (models === null || !models.every((model) => allowed.includes(model))))
    throw refused('models', 'A project owner cannot allow models that its own key must not use. Ask an operator.')
  const end = Math.max(...holders.map((holder) => holder.expiresAt ?? Infinity))
  if ((expiresAt ?? Infinity) <= end) return
  const message = `A project owner cannot let a key outlast its own, which expires at ${new Date(end).toISOString()}. Ask an operator.`
  throw refused('expires', message)
}

function isShared(name: string): name is (typeof PROJECT_LIMIT_NAMES)[number] {
  return (PROJECT_LIMIT_NAMES as readonly string[]).includes(name)
}

function refused(param: string, message: string): AppError {
  return new AppError('invalid_parameter', message, { param })
}

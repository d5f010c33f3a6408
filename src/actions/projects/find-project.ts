import { AppError } from '../../core/errors.ts'
import type { ApiKey } from '../../core/keys/api-key.ts'
import { freshAccount, inPeriod, periodOf, type Account } from '../../core/money/account.ts'
import type { Project } from '../../core/projects/project.ts'
import { nearestName } from '../../core/text/nearest-name.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import type { Projects } from '../../ports/store/projects.ts'
import { rememberFound } from '../reading/remember-found.ts'

type Deps = { store: Pick<Store, 'projects'> }

// A malformed id is not looked up: a database may not even accept it in a query.
const PROJECT_ID = /^\w{1,64}$/
// The nearest of these names is suggested.
const MOST_COMPARED = 500

/** The project with this id. At the command line, a name works too, if only one project has it. */
export async function findProject(deps: Deps, named: string, by: 'id' | 'id or name' = 'id'): Promise<Project> {
  const found = PROJECT_ID.test(named) ? await deps.store.projects.find(named) : undefined
  if (found !== undefined) return found
  const known = await deps.store.projects.page(null, MOST_COMPARED)
  const namesakes = known.filter(({ name }) => name === named)
  const [only] = namesakes
  if (by === 'id or name' && namesakes.length === 1 && only !== undefined) return only
  throw notFound(named, namesakes.length > 0 ? namesakes : known)
}

function notFound(named: string, known: readonly Project[]): AppError {
  const near = nearestName(
    named,
    known.flatMap(({ id, name }) => [id, name]),
  )
  const meant = known.filter(({ id, name }) => near !== undefined && [id, name].includes(near))
  const names = meant.slice(0, 3).map(({ id, name }) => `'${id}' (${name})`)
  const question = names.length === 0 ? ' List the projects to see all ids.' : ` Did you mean ${names.join(' or ')}?`
  return new AppError('project_not_found', `There is no project with the id '${named.slice(0, 80)}'.${question}`)
}

/** The project of a caller; null if it has none. */
export async function projectOf(deps: Deps, { project }: Pick<ApiKey, 'project'>): Promise<Project | null> {
  return project === null ? null : ((await deps.store.projects.find(project)) ?? null)
}

/** The project in which a caller creates something now. */
export async function projectToMakeIn(deps: Deps, caller: Pick<ApiKey, 'project'>): Promise<Project | null> {
  const project = await projectOf(deps, caller)
  if (project === null || project.archivedAt === null) return project
  const message =
    `The project '${project.name}' is archived, so its keys can read but not create anything. Ask the operator to restore ` +
    'the project, or to move this key to another one.'
  throw new AppError('insufficient_scope', message)
}

export type StandingDeps = { store: Pick<Store, 'accounts'>; clock: Clock }

/** A project with the current use of its limits. */
export type ProjectStanding = { project: Project; account: Account }

/** Projects with the current use of their limits. */
export async function standingsOf(deps: StandingDeps, projects: readonly Project[]): Promise<ProjectStanding[]> {
  const found = projects.length === 0 ? [] : await deps.store.accounts.find(projects.map(({ id }) => id))
  const period = periodOf(deps.clock.now())
  return projects.map((project) => {
    const account = found.find(({ id }) => id === project.id) ?? freshAccount(project.id)
    return { project, account: inPeriod(account, period) }
  })
}

/** Projects that are cached for a moment: see `rememberFound`. */
export function rememberProjects(projects: Projects, clock: Clock): Projects {
  const { find, changing } = rememberFound((id) => projects.find(id), clock)
  return { ...projects, find, change: (...given) => changing(projects.change(...given)) }
}

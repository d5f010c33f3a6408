import type { Actor, AuditAction } from '../../core/keys/audit.ts'
import { NO_PROJECT_LIMITS, PROJECT_ID_PREFIX, type Project } from '../../core/projects/project.ts'
import { changedProject, projectChanges, type ProjectChange } from '../../core/projects/project-settings.ts'
import { randomBase62 } from '../../core/text/random-text.ts'
import type { Clock, Random } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import type { ProjectPlace } from '../../ports/store/projects.ts'
import { findProject } from './find-project.ts'

export type ProjectDeps = { store: Pick<Store, 'projects'>; clock: Clock; random: Random }

export type NewProject = Omit<ProjectChange, 'archived'> & { name: string }

/** Creates a project. Keys are added to it one by one. */
export async function createProject(deps: ProjectDeps, wish: NewProject, actor: Actor): Promise<Project> {
  const createdAt = deps.clock.now()
  const id = `${PROJECT_ID_PREFIX}${randomBase62(16, deps.random.bytes)}`
  const nothing = { name: '', limits: NO_PROJECT_LIMITS, raise: null, archivedAt: null }
  const settings = changedProject(nothing, wish, createdAt)
  const project = { id, createdAt, version: 0, ...settings }
  const changes = projectChanges(null, settings)
  await deps.store.projects.insert(project, { at: createdAt, actor, action: 'create project', keyId: id, changes })
  return project
}

/** Changes a project. The change takes effect in every process within a second. */
export async function editProject(
  deps: Omit<ProjectDeps, 'random'>,
  id: string,
  change: ProjectChange,
  actor: Actor,
): Promise<Project> {
  for (;;) {
    const project = await findProject(deps, id)
    const now = deps.clock.now()
    const settings = changedProject(project, change, now)
    const changes = projectChanges(project, settings)
    if (changes.length === 0) return project
    const action = actionOf(project.archivedAt, settings.archivedAt)
    // If somebody changed it meanwhile, both changes must apply, and the audit log must show both correctly.
    if (await deps.store.projects.change(project, settings, { at: now, actor, action, keyId: id, changes }))
      return { ...project, ...settings, version: project.version + 1 }
  }
}

function actionOf(before: number | null, after: number | null): AuditAction {
  if (before === after) return 'edit project'
  return after === null ? 'restore project' : 'archive project'
}

/** A page of all projects, newest first, and whether there are more. */
export async function listProjects(
  deps: { store: Pick<Store, 'projects'> },
  { after, limit }: { after: ProjectPlace | null; limit: number },
): Promise<{ projects: Project[]; hasMore: boolean }> {
  const found = await deps.store.projects.page(after, limit + 1)
  return { projects: found.slice(0, limit), hasMore: found.length > limit }
}

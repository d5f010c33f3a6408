import { projectOf } from '../../actions/projects/find-project.ts'
import { AppError } from '../../core/errors.ts'
import type { ApiKey } from '../../core/keys/api-key.ts'
import type { Project } from '../../core/projects/project.ts'
import { ownerKeys, keyRoutes } from './key-routes.ts'
import { ONE_PROJECT_ERRORS, ProjectSchema } from './project-schemas.ts'
import { type ProjectParts, showProject } from './project-routes.ts'
import { describeAnswers } from '../answer/describe-answers.ts'
import type { TypedRoutes } from '../answer/schema.ts'
import type { Rooms } from '../server-parts.ts'

/** The project of a key, and its keys for its owners. */
export function ownProjectRoutes(parts: ProjectParts & Rooms<'keys'>): TypedRoutes {
  return async (app) => {
    // Answers about keys must not be cached, least of all those that contain a key.
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    const schema = {
      tags: ['Projects'],
      operationId: 'getOwnProject',
      summary: 'Get the project of your key, with its limits and current usage',
      response: describeAnswers(ProjectSchema, ONE_PROJECT_ERRORS),
    }
    app.get('/api/ai/project', { config: { auth: 'any key' }, schema }, async ({ caller }) =>
      showProject(parts, await ownProject(parts, caller)),
    )
    await app.register(
      keyRoutes(
        parts,
        ownerKeys((caller) => ownedProject(parts, caller)),
      ),
    )
  }
}

async function ownProject(parts: Rooms<'projects'>, caller: ApiKey): Promise<Project> {
  const project = await projectOf(parts, caller)
  if (project === null) throw new AppError('project_not_found', 'Your API key does not belong to a project.')
  return project
}

/** The caller's project, if the caller may manage its keys. */
async function ownedProject(parts: Rooms<'projects'>, caller: ApiKey): Promise<Project> {
  const project = await ownProject(parts, caller)
  if (caller.role === 'owner') return project
  throw new AppError('insufficient_scope', `This requires an API key with the 'owner' role in its project.`)
}

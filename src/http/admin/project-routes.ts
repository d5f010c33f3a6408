import {
  createProject,
  editProject,
  listProjects,
  type NewProject,
  type ProjectDeps,
} from '../../actions/projects/change-project.ts'
import { findProject, standingsOf } from '../../actions/projects/find-project.ts'
import { actingKey } from '../../core/keys/audit.ts'
import type { Project } from '../../core/projects/project.ts'
import type { ProjectChange } from '../../core/projects/project-settings.ts'
import { shownProject } from '../../core/projects/shown-project.ts'
import { describeAnswers, LIST_ERRORS } from '../answer/describe-answers.ts'
import { DEFAULT_PAGE, readCursor, showPage, writeCursor } from '../answer/paging.ts'
import type { Static, TypedRoutes } from '../answer/schema.ts'
import { readJson } from '../body/read-json.ts'
import type { Rooms } from '../server-parts.ts'
import { describeCreation } from './key-schemas.ts'
import {
  ARCHIVE_ERRORS,
  EDIT_ERRORS,
  EditProjectBody,
  NEW_ERRORS,
  NewProjectBody,
  ONE_PROJECT_ERRORS,
  ProjectList,
  ProjectListQuery,
  ProjectParams,
  ProjectSchema,
} from './project-schemas.ts'
import { readLimits, readRaise } from './show-key.ts'

const PROJECTS = '/api/ai/admin/projects'
const ONE = `${PROJECTS}/:projectId` as const
const common = { tags: ['Administration'] }
const admin = { config: { auth: 'admin' } } as const

export type ProjectParts = ProjectDeps & Rooms<'accounts'>
type Shown = Static<typeof ProjectSchema>

/** A project as it is shown, with the current use of its limits. */
export async function showProject(parts: ProjectParts, project: Project): Promise<Shown> {
  const [shown] = await showProjects(parts, [project])
  if (shown === undefined) throw new Error('one project was given')
  return shown
}

async function showProjects(parts: ProjectParts, projects: readonly Project[]): Promise<Shown[]> {
  const standings = await standingsOf(parts, projects)
  return standings.map(({ project, account }) => ({ object: 'project', ...shownProject(project, account) }))
}

/** Projects, for operators. */
export function projectRoutes(parts: ProjectParts): TypedRoutes {
  return async (app) => {
    const list = {
      ...common,
      operationId: 'listProjects',
      summary: 'List all projects, newest first',
      querystring: ProjectListQuery,
      response: describeAnswers(ProjectList, LIST_ERRORS),
    }
    app.get(PROJECTS, { ...admin, schema: list }, async ({ query: { cursor, limit = DEFAULT_PAGE } }) => {
      const after = cursor === undefined ? null : readCursor(cursor)
      const { projects, hasMore } = await listProjects(parts, { after, limit })
      const last = projects.at(-1)
      return showPage(await showProjects(parts, projects), hasMore && last !== undefined ? writeCursor(last) : null)
    })

    const one = {
      ...common,
      operationId: 'getProject',
      summary: 'Get a project',
      params: ProjectParams,
      response: describeAnswers(ProjectSchema, ONE_PROJECT_ERRORS),
    }
    app.get(ONE, { ...admin, schema: one }, async ({ params }) =>
      showProject(parts, await findProject(parts, params.projectId)),
    )
    await app.register(changingRoutes(parts))
  }
}

function changingRoutes(parts: ProjectParts): TypedRoutes {
  return async (app) => {
    const create = {
      ...common,
      operationId: 'createProject',
      summary: 'Create a project',
      description:
        'Its limits apply in addition to those of its keys. To add a key, set `project` when you create or update the key.',
      body: NewProjectBody,
      response: describeCreation(ProjectSchema, NEW_ERRORS),
    }
    app.post(PROJECTS, { ...admin, schema: create }, async (request, reply) => {
      const body = await readJson(request, NewProjectBody)
      const wish: NewProject = { ...readChange(body), name: body.name.trim() }
      const project = await createProject(parts, wish, actingKey(request.caller))
      return reply.code(201).send(await showProject(parts, project))
    })

    const edit = {
      ...common,
      operationId: 'editProject',
      summary: 'Update a project',
      description:
        'Omitted fields stay unchanged; null removes a limit. Takes effect in every process within a second.',
      params: ProjectParams,
      body: EditProjectBody,
      response: describeAnswers(ProjectSchema, EDIT_ERRORS),
    }
    app.patch(ONE, { ...admin, schema: edit }, async (request) => {
      const { archived, ...body } = await readJson(request, EditProjectBody)
      const change = { ...readChange(body), ...(archived === undefined ? {} : { archived }) }
      return showProject(parts, await editProject(parts, request.params.projectId, change, actingKey(request.caller)))
    })

    const archive = {
      ...common,
      operationId: 'archiveProject',
      summary: 'Archive a project',
      description:
        'Its keys can read but not create anything; accepted tasks finish. Nothing is deleted, and `archived: false` restores the project.',
      params: ProjectParams,
      response: describeAnswers(ProjectSchema, ARCHIVE_ERRORS),
    }
    app.delete(ONE, { ...admin, schema: archive }, async ({ params, caller }) =>
      showProject(parts, await editProject(parts, params.projectId, { archived: true }, actingKey(caller))),
    )
  }
}

type Given = Omit<Static<typeof EditProjectBody>, 'archived'>

function readChange({ name, limits, raise }: Given): ProjectChange {
  return {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(limits === undefined ? {} : { limits: readLimits('limits', limits) }),
    ...(raise === undefined ? {} : { raise: readRaise(raise) }),
  }
}

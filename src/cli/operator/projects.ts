import { createProject, editProject, listProjects, type ProjectDeps } from '../../actions/projects/change-project.ts'
import {
  findProject,
  standingsOf,
  type ProjectStanding,
  type StandingDeps,
} from '../../actions/projects/find-project.ts'
import { showable } from '../../core/keys/api-key.ts'
import { COMMAND_LINE } from '../../core/keys/audit.ts'
import { NO_LIMITS } from '../../core/money/limits.ts'
import type { Project, Raise } from '../../core/projects/project.ts'
import type { ProjectChange } from '../../core/projects/project-settings.ts'
import { shownProject } from '../../core/projects/shown-project.ts'
import type { Given } from '../command.ts'
import { UsageError } from '../exit-codes.ts'
import { table } from '../table.ts'
import { readLimitOptions, readRaise } from './key-settings.ts'
import { inJson, limitsInWords, minuteOf, spentInWords } from './keys-in-words.ts'
import { onStore } from './on-store.ts'

export const PROJECT_VERBS = { create, list, show, edit, archive, restore } as const

type Deps = ProjectDeps & StandingDeps

/** Manages projects, even while the service runs. */
export function projectsCommand(verb: keyof typeof PROJECT_VERBS, given: Given): Promise<number> {
  return onStore((deps) => PROJECT_VERBS[verb](deps, given))
}

const isJson = (given: Given): boolean => given.flag('json') === true

async function create(deps: Deps, given: Given): Promise<string> {
  const { name, ...change } = readChange(given, deps.clock.now())
  if (name === undefined) throw new UsageError('Give the project a name of at most 100 characters: --name my-team')
  const project = await createProject(deps, { name, ...change }, COMMAND_LINE)
  const next = `Add keys to it: keys create --name my-app --project ${project.id}\n`
  return (await told(deps, project, given)) + (isJson(given) ? '' : `\n${next}`)
}

async function edit(deps: Deps, given: Given): Promise<string> {
  const change = readChange(given, deps.clock.now())
  if (Object.keys(change).length === 0)
    throw new UsageError('Specify a change, such as --per-day 20 or --in-work none.')
  return changed(deps, given, change)
}

function archive(deps: Deps, given: Given): Promise<string> {
  return changed(deps, given, { archived: true })
}

function restore(deps: Deps, given: Given): Promise<string> {
  return changed(deps, given, { archived: false })
}

async function changed(deps: Deps, given: Given, change: ProjectChange): Promise<string> {
  const { id } = await named(deps, given)
  return told(deps, await editProject(deps, id, change, COMMAND_LINE), given)
}

async function show(deps: Deps, given: Given): Promise<string> {
  return told(deps, await named(deps, given), given)
}

function named(deps: Deps, { args: [name = ''] }: Given): Promise<Project> {
  return findProject(deps, name, 'id or name')
}

// More than anybody reads on a terminal.
const MOST = 1_000

async function list(deps: Deps, given: Given): Promise<string> {
  const { projects } = await listProjects(deps, { after: null, limit: MOST })
  const standings = await standingsOf(deps, projects)
  if (isJson(given)) return inJson(standings.map(({ project, account }) => shownProject(project, account)))
  if (projects.length === 0) return 'There are no projects yet. Create one: projects create --name my-team\n'
  const head = ['ID', 'NAME', 'STATE', 'LIMITS', 'USED NOW', 'SPENT OR RESERVED']
  return table([head, ...standings.map(rowOf)], { columns: process.stdout.columns, whole: [0] })
}

function rowOf({ project, account }: ProjectStanding): string[] {
  return [
    project.id,
    showable(project.name),
    project.archivedAt === null ? 'active' : 'archived',
    limitsInWords({ ...NO_LIMITS, ...project.limits }),
    `${account.letIn} running, ${account.parked} queued`,
    spentInWords(account),
  ]
}

async function told(deps: Deps, project: Project, given: Given): Promise<string> {
  const [standing] = await standingsOf(deps, [project])
  if (standing === undefined) throw new Error('one project was given')
  if (isJson(given)) return inJson(shownProject(project, standing.account))
  const [id = '', name = '', state = '', limits = '', used = '', spent = ''] = rowOf(standing)
  return table([
    ['id', id],
    ['name', name],
    ['state', state],
    ['limits', limits],
    ['raised', raiseInWords(project.raise, deps.clock.now())],
    ['created', minuteOf(project.createdAt)],
    ['used now', used],
    ['spent or reserved', spent],
  ])
}

function raiseInWords(raise: Raise | null, now: number): string {
  if (raise === null || raise.until <= now) return 'no'
  const { perDayMicros = null, perMonthMicros = null, until } = raise
  return `${limitsInWords({ ...NO_LIMITS, perDayMicros, perMonthMicros })} until ${minuteOf(until)}`
}

function readChange(given: Given, now: number): ProjectChange {
  const name = given.text('name')
  const limits = readLimitOptions(given, '', ['in-work', 'waiting', 'per-day', 'per-month'])
  const raise = readRaise(given, now)
  return {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(limits === undefined ? {} : { limits }),
    ...(raise === undefined ? {} : { raise }),
  }
}

import { findTasks, type FoundTasks } from '../../../actions/reading/find-tasks.ts'
import type { Foresight } from '../../../actions/reading/foresee-end.ts'
import { type AddressDeps, addressFile, listedFor, readOutputsOfMany } from '../../../actions/reading/read-task.ts'
import type { ApiKey } from '../../../core/keys/api-key.ts'
import { AppError } from '../../../core/errors.ts'
import { type FileRecord, hasThumbnail, thumbnailUrl } from '../../../core/files/file-record.ts'
import type { SecondsRange } from '../../../core/tasks/durations.ts'
import type { ShownOutput } from '../../../core/tasks/task-view.ts'
import { type Task, TASK_STATUSES } from '../../../core/tasks/task.ts'
import { readMoment } from '../../../core/text/moment.ts'
import { searchWords } from '../../../core/text/search-words.ts'
import { MOST_MODELS, type TaskFilter } from '../../../ports/store/task-reader.ts'
import { describeAnswers, LIST_ERRORS } from '../../answer/describe-answers.ts'
import { DEFAULT_PAGE, readCursor, readWords, showPage, writeCursor } from '../../answer/paging.ts'
import type { Static, TypedRoutes } from '../../answer/schema.ts'
import { asAsked } from '../../edge/request-headers.ts'
import type { ReadingParts } from '../../server-parts.ts'
import { showCost, showSummary } from '../show-task.ts'
import { TaskCountQuery, TaskCounts, TaskList, TaskListQuery } from './list-schemas.ts'

/** The parameters of a list: the filter for the records, and the words that the prompts must contain. */
export function readListQuery(query: Omit<Static<typeof TaskListQuery>, 'of'>): {
  filter: Omit<TaskFilter, 'keyId'>
  words: string[]
} {
  const { kind, status, model, from, to: until, text, cursor } = query
  const filter = {
    limit: query.limit ?? DEFAULT_PAGE,
    ...(kind === undefined ? {} : { kind }),
    ...(status === undefined ? {} : { statuses: readWords(status, 'status', TASK_STATUSES) }),
    ...(model === undefined ? {} : { models: readModels(model) }),
    ...(from === undefined ? {} : { from: readMoment(from, 'from') }),
    ...(until === undefined ? {} : { until: readMoment(until, 'to') }),
    ...(cursor === undefined ? {} : { after: readCursor(cursor) }),
  }
  return { filter, words: text === undefined ? [] : searchWords(text, 'text') }
}

function readModels(text: string): string[] {
  const named = [...new Set(text.split(','))]
  if (named.length <= MOST_MODELS) return named
  const rule = `'model' must not name more than ${MOST_MODELS} models.`
  throw new AppError('invalid_parameter', rule, { param: 'model' })
}

type Listed = Static<typeof TaskList>['data'][number]

// Two or three lines on a screen. A page of a hundred prompts of full length would be a third of a megabyte.
const SHOWN_CHARACTERS = 300

/** A task in a list. */
async function showListed(
  task: Task,
  { outputs, eta, own }: { outputs: readonly ShownOutput<FileRecord>[]; eta: SecondsRange | null; own: boolean },
  deps: AddressDeps,
): Promise<Listed> {
  const [first] = outputs
  return {
    ...showSummary(task, eta),
    ...beginningOf(task.prompt),
    cost: showCost(task),
    outputs: outputs.length,
    first_output: first === undefined ? null : await showFirst(first, deps),
    own,
  }
}

/** Characters are code points, as everywhere: none is cut in half. */
function beginningOf(prompt: string): Pick<Listed, 'prompt' | 'prompt_truncated'> {
  const characters = prompt.length <= SHOWN_CHARACTERS ? [] : Array.from(prompt)
  if (characters.length <= SHOWN_CHARACTERS) return { prompt, prompt_truncated: false }
  return { prompt: characters.slice(0, SHOWN_CHARACTERS).join(''), prompt_truncated: true }
}

async function showFirst({ file, cover }: ShownOutput<FileRecord>, deps: AddressDeps): Promise<Listed['first_output']> {
  const { mediaType: type, width, height, durationMs } = file
  const { url, expiresAt } = await addressFile(deps, file)
  const seconds = durationMs === null ? null : durationMs / 1000
  const thumbnail_url = hasThumbnail(file, cover) ? thumbnailUrl(deps, file) : null
  return { url, url_expires_at: expiresAt, thumbnail_url, type, width, height, seconds }
}

export type ListParts = ReadingParts
type Deps = { parts: ListParts; foresight: Foresight; addresses: AddressDeps; caller: Pick<ApiKey, 'id'> }

/** A page of a list as callers see it. */
export async function showTaskPage({ parts, foresight, addresses, caller }: Deps, { tasks, next }: FoundTasks) {
  const succeeded = tasks.filter(({ status }) => status === 'success').map(({ id }) => id)
  const outputs = await readOutputsOfMany({ store: parts.store.replica }, succeeded)
  const rows = tasks.map(async (task) => {
    const own = task.keyId === caller.id
    const more = { outputs: outputs.get(task.id) ?? [], eta: await foresight.left(task), own }
    return showListed(task, more, addresses)
  })
  return showPage(await Promise.all(rows), next === null ? null : writeCursor(next))
}

// Enough for a badge; counting more would cost more than it tells.
const COUNTED_UP_TO = 1_000

/** What a page needs to browse many tasks: lists to filter and search, and counts. */
export function listRoutes(parts: ListParts, foresight: Foresight): TypedRoutes {
  return async (app) => {
    const common = { tags: ['Tasks'] }
    const reads = { config: { auth: 'tasks:read' } } as const

    const list = {
      ...common,
      operationId: 'listTasks',
      summary: 'List your tasks, newest first',
      description:
        'A key in a project lists all tasks of the project. All filters must match. New tasks do not shift the pages.',
      querystring: TaskListQuery,
      response: describeAnswers(TaskList, LIST_ERRORS),
    }
    app.get('/api/ai/tasks', { ...reads, schema: list }, async (request, reply) => {
      const { of, ...query } = request.query
      const { filter, words } = readListQuery(query)
      const found = await findTasks(
        { store: parts.store.replica },
        { ...listedFor(request.caller, of), ...filter },
        words,
      )
      reply.header('cache-control', 'no-store')
      return showTaskPage({ parts, foresight, addresses: asAsked(parts, request), caller: request.caller }, found)
    })

    const counts = {
      ...common,
      operationId: 'countTasks',
      summary: 'Count your tasks by status',
      querystring: TaskCountQuery,
      response: describeAnswers(TaskCounts, LIST_ERRORS),
    }
    app.get('/api/ai/tasks/counts', { ...reads, schema: counts }, async ({ caller, query }, reply) => {
      const { of, ...rest } = query
      const { project } = listedFor(caller, of)
      const whose = project === undefined ? { keyId: caller.id } : { project }
      const counted = await parts.store.replica.tasks.counts({ ...whose, most: COUNTED_UP_TO, ...rest })
      const { pending, processing, success, failed } = counted
      reply.header('cache-control', 'no-store')
      const object = 'task_counts' as const
      return { object, pending, processing, success, failed, counted_up_to: COUNTED_UP_TO }
    })
  }
}

import type { Foresight } from '../../../actions/foresee-end.ts'
import { listTasks } from '../../../actions/list-tasks.ts'
import { readOutputsOfMany } from '../../../actions/read-outputs.ts'
import { searchTasks } from '../../../actions/search-tasks.ts'
import type { Task } from '../../../core/task.ts'
import type { TaskFilter } from '../../../ports/store/task-reader.ts'
import { describeAnswers, READING_ERRORS } from '../../answer/describe-answers.ts'
import type { TypedRoutes } from '../../answer/schema.ts'
import { asAsked } from '../../edge/as-asked.ts'
import type { ServerParts } from '../../server-parts.ts'
import { writeCursor } from '../cursor.ts'
import { readListQuery } from './list-query.ts'
import { TaskCountQuery, TaskCounts, TaskList, TaskListQuery } from './list-schemas.ts'
import { showListed } from './show-listed.ts'

// Enough for a badge, which nobody reads beyond; counting more would cost more than it tells.
const COUNTED_UP_TO = 1_000

/** What a page needs to go through many tasks: lists to filter and to search, and how many there are. */
export function listRoutes(parts: ServerParts, foresight: Foresight): TypedRoutes {
  return async (app) => {
    const common = { tags: ['Tasks'] }
    const reads = { config: { auth: 'tasks:read' } } as const
    const errors = READING_ERRORS.filter((code) => code !== 'task_not_found')

    const list = {
      ...common,
      operationId: 'listTasks',
      summary: 'List your tasks, newest first',
      description: 'Everything that is asked for must be met. What is accepted later does not move the pages.',
      querystring: TaskListQuery,
      response: describeAnswers(TaskList, errors),
    }
    app.get('/api/ai/tasks', { ...reads, schema: list }, async (request, reply) => {
      const { filter, words } = readListQuery(request.query)
      const { tasks, next } = await page(parts, { keyId: request.caller.id, ...filter }, words)
      const succeeded = tasks.filter(({ status }) => status === 'success').map(({ id }) => id)
      const outputs = await readOutputsOfMany(parts, succeeded)
      const addresses = asAsked(parts, request)
      reply.header('cache-control', 'no-store')
      return {
        object: 'list' as const,
        data: await Promise.all(
          tasks.map(async (task) => {
            const more = { outputs: outputs.get(task.id) ?? [], eta: await foresight.left(task) }
            return showListed(task, more, addresses)
          }),
        ),
        has_more: next !== null,
        next_cursor: next === null ? null : writeCursor(next),
      }
    })

    const counts = {
      ...common,
      operationId: 'countTasks',
      summary: 'How many tasks you have in each state',
      querystring: TaskCountQuery,
      response: describeAnswers(TaskCounts, errors),
    }
    app.get('/api/ai/tasks/counts', { ...reads, schema: counts }, async ({ caller, query }, reply) => {
      const asked = { keyId: caller.id, most: COUNTED_UP_TO, ...query }
      const { pending, processing, success, failed } = await parts.store.tasks.counts(asked)
      reply.header('cache-control', 'no-store')
      const object = 'task_counts' as const
      return { object, pending, processing, success, failed, counted_up_to: COUNTED_UP_TO }
    })
  }
}

type Page = { tasks: Task[]; next: Pick<Task, 'createdAt' | 'id'> | null }

async function page(parts: ServerParts, filter: TaskFilter, words: readonly string[]): Promise<Page> {
  if (words.length > 0) return searchTasks(parts, filter, words)
  const { tasks, hasMore } = await listTasks(parts, filter)
  return { tasks, next: hasMore ? (tasks.at(-1) ?? null) : null }
}

import { findTasks } from '../../../actions/reading/find-tasks.ts'
import type { Foresight } from '../../../actions/reading/foresee-end.ts'
import { describeAnswers, LIST_ERRORS } from '../../answer/describe-answers.ts'
import type { TypedRoutes } from '../../answer/schema.ts'
import { asAsked } from '../../edge/as-asked.ts'
import type { ServerParts } from '../../server-parts.ts'
import { showTaskPage } from './list-page.ts'
import { readListQuery } from './list-query.ts'
import { TaskCountQuery, TaskCounts, TaskList, TaskListQuery } from './list-schemas.ts'

// Enough for a badge, which nobody reads beyond; counting more would cost more than it tells.
const COUNTED_UP_TO = 1_000

/** What a page needs to go through many tasks: lists to filter and to search, and how many there are. */
export function listRoutes(parts: ServerParts, foresight: Foresight): TypedRoutes {
  return async (app) => {
    const common = { tags: ['Tasks'] }
    const reads = { config: { auth: 'tasks:read' } } as const

    const list = {
      ...common,
      operationId: 'listTasks',
      summary: 'List your tasks, newest first',
      description: 'All filters must match. Tasks accepted later do not shift the pages.',
      querystring: TaskListQuery,
      response: describeAnswers(TaskList, LIST_ERRORS),
    }
    app.get('/api/ai/tasks', { ...reads, schema: list }, async (request, reply) => {
      const { filter, words } = readListQuery(request.query)
      const found = await findTasks(parts, { keyId: request.caller.id, ...filter }, words)
      reply.header('cache-control', 'no-store')
      return showTaskPage({ parts, foresight, addresses: asAsked(parts, request) }, found)
    })

    const counts = {
      ...common,
      operationId: 'countTasks',
      summary: 'Count your tasks by status',
      querystring: TaskCountQuery,
      response: describeAnswers(TaskCounts, LIST_ERRORS),
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

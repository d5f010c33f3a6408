import { type CancelTaskDeps, cancelTasks, type CancelTasksWish } from '../../../actions/tasks/cancel-task.ts'
import { type DeleteTaskDeps, deleteTasks } from '../../../actions/tasks/delete-task.ts'
import { AppError } from '../../../core/errors.ts'
import { BODY_ERRORS, describeAnswers, READING_ERRORS } from '../../answer/describe-answers.ts'
import { type Static, Type, type TypedRoutes } from '../../answer/schema.ts'
import { readJson } from '../../body/read-json.ts'

const Ids = (description: string) => Type.Array(Type.String({ maxLength: 40 }), { maxItems: 100, description })
const Refused = Type.Array(Type.Object({ id: Type.String(), code: Type.String() }), {
  description: 'Tasks that were refused, with the error code.',
})

export const CancelTasksBody = Type.Object(
  {
    ids: Type.Optional(Ids('These tasks, queued or running. Send this or `status`.')),
    status: Type.Optional(Type.Enum(['pending'], { description: 'All queued tasks of this key.' })),
  },
  // One of the two.
  { additionalProperties: false, minProperties: 1, maxProperties: 1, examples: [{ status: 'pending' }] },
)

export const CancelledTasks = Type.Object({
  cancelled: Type.Array(Type.String(), { description: 'Ids of the cancelled tasks.' }),
  refused: Refused,
  has_more: Type.Boolean({ description: 'More tasks may be queued: send the request again.' }),
})

export const DeleteTasksBody = Type.Object(
  { ids: Ids('Ids of tasks that have ended.') },
  { additionalProperties: false, examples: [{ ids: ['1234567890123456789012'] }] },
)

const DeletedTasks = Type.Object({
  deleted: Type.Array(Type.String(), { description: 'Ids of the deleted tasks.' }),
  refused: Refused,
})

/** One request about many tasks. */
export function manyRoutes(parts: CancelTaskDeps & DeleteTaskDeps): TypedRoutes {
  return async (app) => {
    const common = { tags: ['Tasks'] }
    const writes = { config: { auth: 'tasks:write' } } as const

    const cancel = {
      ...common,
      operationId: 'cancelTasks',
      summary: 'Cancel many tasks, or all queued ones',
      description: 'If one task cannot be cancelled, the others still are. At most 1000 are cancelled at a time.',
      body: CancelTasksBody,
      response: describeAnswers(CancelledTasks, [...BODY_ERRORS, ...READING_ERRORS]),
    }
    app.post('/api/ai/tasks/cancel', { ...writes, schema: cancel }, async (request) => {
      const wish = cancelWish(await readJson(request, CancelTasksBody))
      const { done, refused, hasMore } = await cancelTasks(parts, request.caller, wish)
      return { cancelled: done, refused, has_more: hasMore }
    })

    const remove = {
      ...common,
      operationId: 'deleteTasks',
      summary: 'Delete many finished tasks with their files',
      description: 'If one task cannot be deleted, the others still are. At most 100 are deleted at a time.',
      body: DeleteTasksBody,
      response: describeAnswers(DeletedTasks, [...BODY_ERRORS, ...READING_ERRORS]),
    }
    app.post('/api/ai/tasks/delete', { ...writes, schema: remove }, async (request) => {
      const { ids } = await readJson(request, DeleteTasksBody)
      const { done, refused } = await deleteTasks(parts, request.caller, ids)
      return { deleted: done, refused }
    })
  }
}

function cancelWish({ ids, status }: Static<typeof CancelTasksBody>): CancelTasksWish {
  if (ids !== undefined && status !== undefined)
    throw new AppError('invalid_parameter', 'Send ids or status, not both.', { param: 'status' })
  if (ids !== undefined) return { ids }
  if (status !== undefined) return { status }
  throw new AppError('missing_parameter', 'Send ids or status to choose the tasks.', { param: 'ids' })
}

import { findTasks } from '../../../actions/reading/find-tasks.ts'
import type { Foresight } from '../../../actions/reading/foresee-end.ts'
import { cancelAnyTask, type CancelTaskDeps, taskReading } from '../../../actions/tasks/cancel-task.ts'
import { receiptOf } from '../../../actions/reading/read-receipt.ts'
import type { Task } from '../../../core/tasks/task.ts'
import { CHANGING_ERRORS, describeAnswers, LIST_ERRORS, READING_ERRORS } from '../../answer/describe-answers.ts'
import { orNull, Type, type TypedRoutes } from '../../answer/schema.ts'
import { asAsked } from '../../edge/request-headers.ts'
import type { ReadingParts, Rooms } from '../../server-parts.ts'
import { readListQuery, showTaskPage } from '../browse/list-routes.ts'
import { AllTaskList, AllTaskListQuery, TaskKey } from '../browse/list-schemas.ts'
import { TaskIdParams } from '../generation-schemas.ts'
import { showReceipt } from '../show-task.ts'
import { ReceiptSchema } from '../task-schemas.ts'

const AnyReceipt = Type.Object({
  ...ReceiptSchema.properties,
  key: TaskKey,
  server: orNull(Type.String(), 'The server that ran the task, if the engine has several; otherwise null.'),
})

export type OperatorTaskParts = ReadingParts & CancelTaskDeps & Rooms<'audit' | 'keys'>

/** The tasks of all keys: to read, and to cancel. */
export function operatorTaskRoutes(parts: OperatorTaskParts, foresight: Foresight): TypedRoutes {
  return async (app) => {
    const common = { tags: ['Administration'] }
    const config = { auth: 'admin' } as const
    const nameOf = keyNames(parts)
    const read = taskReading(parts)

    const list = {
      ...common,
      operationId: 'listAllTasks',
      summary: 'List the tasks of all keys, newest first',
      description: 'Accepts the filters of `GET /api/ai/tasks`, plus `key` and `project`.',
      querystring: AllTaskListQuery,
      response: describeAnswers(AllTaskList, LIST_ERRORS),
    }
    app.get('/api/ai/admin/tasks', { config, schema: list }, async (request) => {
      const { key, project, ...query } = request.query
      const whose = { keyId: key ?? null, ...(project === undefined ? {} : { project }) }
      const { filter, words } = readListQuery(query)
      const found = await findTasks({ store: parts.store.replica }, { ...whose, ...filter }, words)
      const { data, ...page } = await showTaskPage(
        { parts, foresight, addresses: asAsked(parts, request), caller: request.caller },
        found,
      )
      const keys = await Promise.all(found.tasks.map(({ keyId }) => nameOf(keyId)))
      return { ...page, data: data.map((row, index) => ({ ...row, key: keys[index] ?? { id: '', name: '' } })) }
    })

    const receipt = {
      ...common,
      operationId: 'getAnyTask',
      summary: 'Get the receipt of any task',
      description: 'The audit log records who read it.',
      params: TaskIdParams,
      response: describeAnswers(AnyReceipt, READING_ERRORS),
    }
    app.get('/api/ai/admin/tasks/:taskId', { config, schema: receipt }, async (request) => {
      const task = await read(request.caller, request.params.taskId)
      const shown = await showReceipt(await receiptOf(parts, task), foresight, {
        addresses: asAsked(parts, request),
        caller: request.caller,
      })
      return { ...shown, key: await nameOf(task.keyId), server: serverOf(task) }
    })

    const cancel = {
      ...common,
      operationId: 'cancelAnyTask',
      summary: 'Cancel any task',
      description: 'Works like a cancellation by the owner; the audit log records who cancelled it.',
      params: TaskIdParams,
      response: describeAnswers(AnyReceipt, ['task_already_finished', ...CHANGING_ERRORS]),
    }
    app.post('/api/ai/admin/tasks/:taskId/cancel', { config, schema: cancel }, async (request) => {
      const task = await cancelAnyTask(parts, request.caller, request.params.taskId)
      const shown = await showReceipt(await receiptOf(parts, task), foresight, {
        addresses: asAsked(parts, request),
        caller: request.caller,
      })
      return { ...shown, key: await nameOf(task.keyId), server: serverOf(task) }
    })
  }
}

/** Callers do not see this: addresses inside the operator's network do not concern them. */
function serverOf({ engine, guestOf }: Task): string | null {
  return guestOf?.startsWith(`${engine}@`) === true ? guestOf : null
}

/** The name of a key, for readers of a page of tasks. */
function keyNames({ store }: Rooms<'keys'>): (id: string) => Promise<{ id: string; name: string }> {
  return async (id) => ({ id, name: (await store.keys.find(id))?.name ?? '' })
}

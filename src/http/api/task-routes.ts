import { cancelTask, type CancelTaskDeps } from '../../actions/tasks/cancel-task.ts'
import { deleteTask, type DeleteTaskDeps } from '../../actions/tasks/delete-task.ts'
import type { Foresight } from '../../actions/reading/foresee-end.ts'
import { readReceipt } from '../../actions/reading/read-receipt.ts'
import { readPreview } from '../../actions/running/previews.ts'
import { inTurnOf } from '../../actions/tasks/read-references.ts'
import { readVisibleTask } from '../../actions/reading/read-task.ts'
import { retryTask } from '../../actions/tasks/retry-task.ts'
import {
  CHANGING_ERRORS,
  describeAnswers,
  errorAnswers,
  READING_ERRORS,
  generationErrors,
} from '../answer/describe-answers.ts'
import { asAsked, IdempotencyHeader, idempotencyKeyOf } from '../edge/request-headers.ts'
import { originOf } from '../edge/request-trace.ts'
import { refuseWhileDraining } from '../edge/drain-connections.ts'
import type { MakingParts, ReadingParts, ResultParts } from '../server-parts.ts'
import { TaskIdParams } from './generation-schemas.ts'
import { showReceipt } from './show-task.ts'
import { DeletedTask, ReceiptSchema } from './task-schemas.ts'
import type { TypedRoutes } from '../answer/schema.ts'

// The possible errors of a retry, in addition to those of the first request.
const RETRY_ERRORS = ['task_not_finished', 'file_not_found', 'image_url_unreachable'] as const

const PREVIEW_TYPES = ['image/jpeg', 'image/png'] as const
const PICTURES = Object.fromEntries(
  PREVIEW_TYPES.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
)

export type TaskParts = MakingParts & ReadingParts & Pick<ResultParts, 'files'> & CancelTaskDeps & DeleteTaskDeps

/** Everything about single tasks beyond the three fixed bodies: receipts, cancelling, retrying, deleting. */
export function taskRoutes(parts: TaskParts, foresight: Foresight): TypedRoutes {
  return async (app) => {
    const common = { tags: ['Tasks'] }

    const receipt = {
      ...common,
      operationId: 'getTask',
      summary: 'Get the receipt of a task',
      params: TaskIdParams,
      response: describeAnswers(ReceiptSchema, READING_ERRORS),
    }
    app.get('/api/ai/tasks/:taskId', { config: { auth: 'tasks:read' }, schema: receipt }, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return showReceipt(await readReceipt(parts, request.caller, request.params.taskId), foresight, {
        addresses: asAsked(parts, request),
        caller: request.caller,
      })
    })

    const preview = {
      ...common,
      operationId: 'getTaskPreview',
      summary: 'Get a preview of a running task',
      description:
        'The latest preview of a running task, as JPEG or PNG; 204 if there is none. Models with `previews` provide them, ' +
        'unless results are moderated or watermarked. A preview has no Content Credentials.',
      params: TaskIdParams,
      response: {
        200: { description: 'The preview.', content: PICTURES },
        204: { description: 'There is no preview.', type: 'null' },
        ...errorAnswers(READING_ERRORS),
      },
    }
    app.get(
      '/api/ai/tasks/:taskId/preview',
      { config: { auth: 'tasks:read', answers: PREVIEW_TYPES }, schema: preview },
      async (request, reply) => {
        const found = await readPreview(parts, await readVisibleTask(parts, request.caller, request.params.taskId))
        reply.header('cache-control', 'no-store')
        if (found === undefined) return reply.code(204).send()
        return reply.header('content-type', found.mediaType).send(found.bytes)
      },
    )

    const cancel = {
      ...common,
      operationId: 'cancelTask',
      summary: 'Cancel a task',
      description:
        'The task ends as `failed` with the code `cancelled`, and its webhook is sent. Cancelling it again has no effect.',
      params: TaskIdParams,
      response: describeAnswers(ReceiptSchema, ['task_already_finished', ...CHANGING_ERRORS]),
    }
    app.post('/api/ai/tasks/:taskId/cancel', { config: { auth: 'tasks:write' }, schema: cancel }, async (request) => {
      await cancelTask(parts, request.caller, request.params.taskId)
      return showReceipt(await readReceipt(parts, request.caller, request.params.taskId), foresight, {
        addresses: asAsked(parts, request),
        caller: request.caller,
      })
    })

    const retry = {
      ...common,
      operationId: 'retryTask',
      summary: 'Retry a task',
      description:
        'Creates a new task with its own receipt, under the current rules; the old one stays unchanged. Stored reference ' +
        'images are copied, and URLs are fetched again. Its webhook URL is kept only if the same key made the old task. ' +
        'The key needs `images:write` or `videos:write`, depending on the kind of the task.',
      params: TaskIdParams,
      headers: IdempotencyHeader,
      response: describeAnswers(ReceiptSchema, [
        ...new Set([...RETRY_ERRORS, ...generationErrors('video'), ...CHANGING_ERRORS]),
      ]),
    }
    const onRequest = refuseWhileDraining(parts)
    app.post(
      '/api/ai/tasks/:taskId/retry',
      { config: { auth: 'any key', makes: true }, onRequest, schema: retry },
      async (request, reply) => {
        const { caller, params, endUser } = request
        const { endUser: inherited } = await readVisibleTask(parts, caller, params.taskId)
        // The end user of the first task is also that of this one, and no header has been counted for it.
        if (endUser === null && inherited !== null) reply.countOne('create', inherited, 'user')
        const asked = { idempotencyKey: idempotencyKeyOf(request), origin: originOf(request) }
        const wish = { caller, id: params.taskId, endUser, ...asked }
        const { id } = await retryTask(inTurnOf(parts, caller.id), wish)
        return showReceipt(await readReceipt(parts, caller, id), foresight, {
          addresses: asAsked(parts, request),
          caller: request.caller,
        })
      },
    )

    const remove = {
      ...common,
      operationId: 'deleteTask',
      summary: 'Delete a finished task with its files',
      params: TaskIdParams,
      response: describeAnswers(DeletedTask, ['task_not_finished', ...CHANGING_ERRORS]),
    }
    app.delete('/api/ai/tasks/:taskId', { config: { auth: 'tasks:write' }, schema: remove }, async (request) => {
      await deleteTask(parts, request.caller, request.params.taskId)
      return { id: request.params.taskId, deleted: true as const }
    })
  }
}

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Static } from 'typebox'
import { createTask } from '../../actions/create-task.ts'
import { outputsOf, readOwnTask } from '../../actions/read-task.ts'
import { AppError } from '../../core/errors.ts'
import { filePath } from '../../core/file-record.ts'
import { isFinal, type Task } from '../../core/task.ts'
import { generationSchema, READING_ERRORS, describeAnswers } from '../describe.ts'
import { VIDEO_TASK_EXAMPLE } from '../examples.ts'
import { idempotencyKeyOf } from '../idempotency-key.ts'
import { readGeneration } from '../read-generation.ts'
import { refuseWhileDraining } from '../refuse-while-draining.ts'
import { TaskIdParams, VideoSubmission, VideoTask } from '../schemas.ts'
import type { ServerParts } from '../server-parts.ts'

// The pace that the contract recommends.
const POLL_AFTER_SECONDS = '5'

/** Videos: a task id at once, the result by polling or by webhook. */
export function videoRoutes(parts: ServerParts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/ai/videos',
      {
        config: { auth: 'videos:write' },
        onRequest: refuseWhileDraining(parts),
        schema: generationSchema('video', VideoSubmission),
      },
      async (request, reply) => {
        const idempotencyKey = idempotencyKeyOf(request)
        const generation = await readGeneration(parts, request, 'video')
        const task = await createTask(parts, { caller: request.caller, ...generation, idempotencyKey })
        reply.headers({ location: `/api/ai/videos/${task.id}`, 'retry-after': POLL_AFTER_SECONDS })
        return submission(task)
      },
    )

    app.get(
      '/api/ai/videos/:taskId',
      {
        config: { auth: 'tasks:read' },
        schema: {
          tags: ['Videos'],
          operationId: 'getVideo',
          summary: 'Ask how a video stands',
          description: 'Poll every 5 seconds. A failed task is still a 200: look at `status` and `error`.',
          security: [{ apiKey: [] }],
          params: TaskIdParams,
          response: describeAnswers({ ...VideoTask, examples: [VIDEO_TASK_EXAMPLE] }, READING_ERRORS),
        },
      },
      async (request, reply) => {
        const task = await readOwnTask(parts, request.caller, request.params.taskId)
        if (task.kind !== 'video') throw taskNotFound()
        if (!isFinal(task.status)) reply.header('retry-after', POLL_AFTER_SECONDS)
        reply.header('cache-control', 'no-store')
        return videoTask(parts, task)
      },
    )
  }
}

/** The first answer; the same when the request is repeated, however far the task has come by then. */
function submission({ id }: Task): Static<typeof VideoSubmission> {
  return { id, status: 'pending', message: 'The task is queued. Use the id to query its status.' }
}

async function videoTask(parts: ServerParts, task: Task): Promise<Static<typeof VideoTask>> {
  const outputs = task.status === 'success' ? await outputsOf(parts, task.id) : []
  return {
    id: task.id,
    object: 'video',
    created: Math.floor(task.createdAt / 1000),
    model: task.model,
    status: task.status,
    data: outputs.map(({ file, cover }) => ({
      url: parts.publicUrl() + filePath(file),
      cover_url: cover === null ? null : parts.publicUrl() + filePath(cover),
    })),
    error: task.status === 'failed' ? task.error : null,
  }
}

function taskNotFound(): AppError {
  return new AppError('task_not_found', 'There is no task with this id under your API key.')
}

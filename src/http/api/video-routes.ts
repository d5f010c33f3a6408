import type { FastifyReply } from 'fastify'
import { type AddressDeps, addressFile, viewVisibleTask } from '../../actions/reading/read-task.ts'
import { createTask } from '../../actions/tasks/create-task.ts'
import { inTurnOf } from '../../actions/tasks/read-references.ts'
import { waitForTask } from '../../actions/reading/wait-for-task.ts'
import type { ViewedFile, TaskView } from '../../core/tasks/task-view.ts'
import { isFinal, type Task } from '../../core/tasks/task.ts'
import { describeAnswers, READING_ERRORS } from '../answer/describe-answers.ts'
import { readGeneration } from '../body/read-generation.ts'
import { applied, asAsked, idempotencyKeyOf, preferenceOf } from '../edge/request-headers.ts'
import { keyDoesNotWork } from '../edge/authenticate.ts'
import { originOf } from '../edge/request-trace.ts'
import { refuseWhileDraining } from '../edge/drain-connections.ts'
import { tellWarnings } from '../answer/client-text.ts'
import type { MakingParts, ReadingParts, WaitingParts } from '../server-parts.ts'
import { generationSchema, VIDEO_TASK_EXAMPLE } from './describe-generation.ts'
import { TaskIdParams, VideoSubmission, VideoTask } from './generation-schemas.ts'
import { NATIVE_FORMS } from './native-forms.ts'
import type { TypedRoutes, Static } from '../answer/schema.ts'

// The polling interval that the contract recommends.
const POLL_AFTER_SECONDS = '5'

/** Videos: a task id at once, the result by polling or by webhook. */
export function videoRoutes(parts: MakingParts & ReadingParts & WaitingParts): TypedRoutes {
  return async (app) => {
    app.post(
      '/api/ai/videos',
      {
        config: { auth: 'videos:write' },
        onRequest: refuseWhileDraining(parts),
        schema: generationSchema('video', VideoSubmission),
      },
      async (request, reply) =>
        asPreferred(parts, reply, async (wait) => {
          const idempotencyKey = idempotencyKeyOf(request)
          const generation = await readGeneration(inTurnOf(parts, request.caller.id), request, NATIVE_FORMS.video)
          const { caller, endUser } = request
          const origin = originOf(request)
          const created = await createTask(parts, { caller, endUser, ...generation, idempotencyKey, origin })
          const task = (await wait?.(created.id)) ?? created
          tellWarnings(reply, task.warnings)
          reply.headers({ location: `/api/ai/videos/${task.id}`, 'retry-after': POLL_AFTER_SECONDS })
          return submission(task, wait !== undefined)
        }),
    )

    app.get(
      '/api/ai/videos/:taskId',
      {
        config: { auth: 'tasks:read' },
        schema: {
          tags: ['Videos'],
          operationId: 'getVideo',
          summary: 'Get a video',
          description: 'Poll every 5 seconds. A failed task also returns 200; check `status` and `error`.',
          params: TaskIdParams,
          response: describeAnswers({ ...VideoTask, examples: [VIDEO_TASK_EXAMPLE] }, READING_ERRORS),
        },
      },
      async (request, reply) =>
        asPreferred(parts, reply, async (wait) => {
          const { caller, params } = request
          const found = await viewVisibleTask(parts, caller, params.taskId, 'video')
          const waited = await wait?.(found.id)
          const task = waited === undefined ? found : await viewVisibleTask(parts, caller, found.id, 'video')
          if (!isFinal(task.status)) reply.header('retry-after', POLL_AFTER_SECONDS)
          reply.header('cache-control', 'no-store')
          return videoTask(asAsked(parts, request), task)
        }),
    )
  }
}

type Wait = (taskId: string) => Promise<Task>

/**
 * Answers at once, or with `Prefer: wait=N` when a task has ended, after N seconds at most. The slot is taken before
 * anything is created: a client that is refused one has started nothing.
 */
async function asPreferred<Answer>(
  parts: WaitingParts,
  reply: FastifyReply,
  answer: (wait: Wait | undefined) => Promise<Answer>,
): Promise<Answer> {
  const { waitMs } = preferenceOf(reply.request)
  if (waitMs === 0) return answer(undefined)
  return reply.whileConnected('wait', ({ signal, keyEnded, callerNow }) =>
    answer(async (taskId) => {
      applied(reply, `wait=${waitMs / 1000}`)
      const until = AbortSignal.any([signal, parts.draining])
      const seen = await waitForTask(parts, callerNow, taskId, { ms: waitMs, signal: until })
      if (keyEnded.aborted) throw keyDoesNotWork()
      return seen
    }),
  )
}

/** The first answer; `pending` also for a repeated request, unless the caller waited for progress. */
function submission({ id, status }: Task, waited: boolean): Static<typeof VideoSubmission> {
  if (waited && isFinal(status)) return { id, status, message: 'The task has ended. Use the id to see its result.' }
  return { id, status: waited ? status : 'pending', message: 'The task is queued. Use the id to query its status.' }
}

async function videoTask(addresses: AddressDeps, task: TaskView): Promise<Static<typeof VideoTask>> {
  const urlOf = async (file: ViewedFile): Promise<string> => (await addressFile(addresses, file)).url
  return {
    id: task.id,
    object: 'video',
    created: Math.floor(task.createdAt / 1000),
    model: task.model,
    status: task.status,
    data: await Promise.all(
      task.outputs.map(async ({ file, cover }) => ({
        url: await urlOf(file),
        cover_url: cover === null ? null : await urlOf(cover),
      })),
    ),
    error: task.status === 'failed' ? task.error : null,
  }
}

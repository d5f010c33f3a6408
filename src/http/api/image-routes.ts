import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { addressFile } from '../../actions/address-file.ts'
import { createTask } from '../../actions/create-task.ts'
import { readOutputs } from '../../actions/read-outputs.ts'
import { inTurnOf } from '../../actions/read-references.ts'
import { waitForTask } from '../../actions/wait-for-task.ts'
import { AppError } from '../../core/errors.ts'
import type { Task } from '../../core/task.ts'
import { readGeneration } from '../body/read-generation.ts'
import { asAsked } from '../edge/as-asked.ts'
import { keyDoesNotWork } from '../edge/authenticate.ts'
import { hangUpOf } from '../edge/hang-up.ts'
import { idempotencyKeyOf } from '../edge/idempotency-key.ts'
import { keyWatch } from '../edge/key-watch.ts'
import { applied, preferenceOf } from '../edge/prefer.ts'
import { refuseWhileDraining } from '../edge/refuse-while-draining.ts'
import type { ServerParts } from '../server-parts.ts'
import { generationSchema } from './describe-generation.ts'
import { ImageAnswer, VideoSubmission } from './generation-schemas.ts'
import { NATIVE_FORMS } from './native-forms.ts'

/** Images: the request stays open until its task has ended. */
export function imageRoutes(parts: ServerParts): FastifyPluginAsyncTypebox {
  const keys = keyWatch(parts)
  return async (app) => {
    app.post(
      '/api/ai/images/generations',
      {
        config: { auth: 'images:write' },
        onRequest: refuseWhileDraining(parts),
        schema: respondingAsync(generationSchema('image', ImageAnswer)),
      },
      async (request, reply) => {
        const idempotencyKey = idempotencyKeyOf(request)
        const generation = await readGeneration(inTurnOf(parts, request.caller.id), request, NATIVE_FORMS.image)
        const { id } = await createTask(parts, { caller: request.caller, ...generation, idempotencyKey })
        reply.header('x-task-id', id)
        if (preferenceOf(request).respondAsync) {
          applied(reply, 'respond-async')
          const message = 'The task is queued. Use the id to query its status.'
          return reply.code(202).header('location', `/api/ai/tasks/${id}`).send({ id, status: 'pending', message })
        }
        const { ended, release } = keys.watch(request.caller)
        const signal = AbortSignal.any([hangUpOf(reply), parts.closing, ended])
        const task = await waitForTask(parts, id, { ms: parts.imageWaitMs, signal }).finally(release)
        if (ended.aborted) throw keyDoesNotWork()
        if (task.status !== 'success') throw unfinished(parts, task)
        const outputs = await readOutputs(parts, id)
        const addresses = await Promise.all(outputs.map(({ file }) => addressFile(asAsked(parts, request), file)))
        return { created: Math.floor(task.createdAt / 1000), data: addresses.map(({ url }) => ({ url })) }
      },
    )
  }
}

/** Why there is no image: its task failed, or it goes on without us. Either way the caller learns its id. */
function unfinished({ closing }: ServerParts, { id: taskId, error }: Task): AppError {
  if (error !== null) return new AppError(error.code, error.message, { taskId })
  if (closing.aborted) {
    const message = `The service is stopping. Task ${taskId} goes on when it is back; repeat the request with the same Idempotency-Key, if you gave one.`
    return new AppError('shutting_down', message, { taskId })
  }
  const message = `The image was not ready in time. Task ${taskId} goes on; its id is in x-task-id.`
  return new AppError('timeout', message, { taskId })
}

/** With `Prefer: respond-async` the answer is that of a video: an id, at once. */
function respondingAsync<Schema extends { response: object }>(schema: Schema) {
  const accepted = { ...VideoSubmission, description: 'Accepted, as `Prefer: respond-async` asked.' }
  return { ...schema, response: { ...schema.response, 202: accepted } }
}

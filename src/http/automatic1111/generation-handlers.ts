import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createTask } from '../../actions/create-task.ts'
import { readOutputs } from '../../actions/read-outputs.ts'
import { inTurnOf } from '../../actions/read-references.ts'
import { waitForTask } from '../../actions/wait-for-task.ts'
import { AppError } from '../../core/errors.ts'
import { isFinal, type Task } from '../../core/task.ts'
import { inWordsOf, type GenerationForm } from '../body/generation-form.ts'
import { readGeneration } from '../body/read-generation.ts'
import { keyDoesNotWork } from '../edge/authenticate.ts'
import { hangUpOf } from '../edge/hang-up.ts'
import { idempotencyKeyOf } from '../edge/idempotency-key.ts'
import { keyWatch } from '../edge/key-watch.ts'
import { lengthOf, written } from '../results/json-pieces.ts'
import { storedBytes } from '../results/stored-bytes.ts'
import { inWishedForm } from '../results/wished-form.ts'
import type { ServerParts } from '../server-parts.ts'
import type { Checkpoints } from './checkpoints.ts'
import { fitRequest } from './fit-request.ts'
import { generationAnswer } from './generation-answer.ts'
import { PICTURE_FORM, TEXT_FORM } from './generation-forms.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Pictures in the words of the web interface: the request stays open until its task has ended. */
export function generationHandlers(
  parts: ServerParts,
  checkpoints: Checkpoints,
): { fromText: Handler; fromPicture: Handler } {
  const keys = keyWatch(parts)

  const make = async (reply: FastifyReply, form: GenerationForm): Promise<unknown> => {
    const { request } = reply
    const { caller } = request
    const idempotencyKey = idempotencyKeyOf(request)
    const defaults = { model: checkpoints.current(request) }
    const read = await readGeneration(inTurnOf(parts, caller.id), request, { ...form, defaults })
    const { references } = read
    if (form === PICTURE_FORM && references.length === 0) throw pictureMissing()
    const input = { caller, references, idempotencyKey, ...fitRequest(parts.catalog, read) }
    const { id } = await inWordsOf(form, () => createTask(parts, input))
    reply.header('x-task-id', id)
    const { ended, release } = keys.watch(caller)
    const signal = AbortSignal.any([hangUpOf(reply), parts.closing, ended])
    const task = await waitForTask(parts, id, { ms: parts.imageWaitMs, signal }).finally(release)
    if (ended.aborted) throw keyDoesNotWork()
    return send(parts, reply, task)
  }

  return {
    fromText: async (_request, reply) => make(reply, TEXT_FORM),
    fromPicture: async (_request, reply) => make(reply, PICTURE_FORM),
  }
}

async function send(parts: ServerParts, reply: FastifyReply, task: Task): Promise<unknown> {
  const { id: taskId, error } = task
  if (error !== null) throw new AppError(error.code, error.message, { taskId })
  if (!isFinal(task.status)) throw notReady(parts, taskId)
  const outputs = await readOutputs(parts, taskId)
  const made = outputs.map(async ({ file }) => {
    // These clients take whatever comes for a PNG, and name it so.
    const wish = { format: 'png', compression: null }
    return { file, ...(await inWishedForm(parts, { file, bytes: storedBytes(parts, file) }, wish)) }
  })
  const pieces = generationAnswer(task, await Promise.all(made))
  reply.headers({ 'content-type': 'application/json; charset=utf-8', 'content-length': String(lengthOf(pieces)) })
  return reply.send(Readable.from(written(pieces), { objectMode: false }))
}

function notReady({ closing }: ServerParts, taskId: string): AppError {
  if (closing.aborted)
    return new AppError('shutting_down', `The service is stopping. Task ${taskId} goes on when it is back.`, { taskId })
  const message = `The image was not ready in time. Task ${taskId} goes on; GET /api/ai/tasks/${taskId} shows what becomes of it.`
  return new AppError('timeout', message, { taskId })
}

function pictureMissing(): AppError {
  const message = 'init_images is required: send the picture to work from.'
  return new AppError('missing_parameter', message, { param: 'init_images' })
}

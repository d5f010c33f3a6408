import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CancelTaskDeps } from '../../actions/tasks/cancel-task.ts'
import { createTasks } from '../../actions/tasks/create-task.ts'
import { readOutputs } from '../../actions/reading/read-task.ts'
import { inTurnOf } from '../../actions/tasks/read-references.ts'
import { AppError } from '../../core/errors.ts'
import { MAX_RESULTS } from '../../core/tasks/group.ts'
import { isFinal, type Task } from '../../core/tasks/task.ts'
import type { Fields } from '../body/check-fields.ts'
import { inWordsOf, type GenerationForm } from '../body/generation-form.ts'
import { readGeneration } from '../body/read-generation.ts'
import { refusedWith } from '../body/field-text.ts'
import { answerWhenMade } from '../edge/await-tasks.ts'
import type { Connected } from '../edge/client-connection.ts'
import { idempotencyKeyOf } from '../edge/request-headers.ts'
import { originOf } from '../edge/request-trace.ts'
import { tellNotCarried } from '../results/send-small.ts'
import { sendPieces, storedBytes } from '../results/stream-json.ts'
import { inWishedForm } from '../results/wished-form.ts'
import type { MakingParts, ReadingParts, ResultParts, WaitingParts } from '../server-parts.ts'
import type { Checkpoints } from './checkpoints.ts'
import { fitRequest } from './fit-request.ts'
import { generationAnswer, type Made } from './generation-answer.ts'
import { PICTURE_FORM, TEXT_FORM } from './generation-forms.ts'
import { openTasks } from './open-tasks.ts'

export type PictureParts = MakingParts & ReadingParts & WaitingParts & ResultParts & CancelTaskDeps

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

const ADVICE = {
  whenStopping: 'GET /api/ai/tasks/{id} shows its status.',
  whenLate: 'GET /api/ai/tasks/{id} shows its status.',
}

/** Pictures for clients of the web interface: the request stays open until its tasks have ended. */
export function generationHandlers(
  parts: PictureParts,
  checkpoints: Checkpoints,
): Readonly<Record<'fromText' | 'fromPicture' | 'interrupt' | 'skip', Handler>> {
  const open = openTasks(parts)
  const make = (reply: FastifyReply, form: GenerationForm): Promise<unknown> =>
    reply.whileConnected('wait', (connected) => answer(reply, form, connected))

  const answer = async (reply: FastifyReply, form: GenerationForm, connected: Connected): Promise<unknown> => {
    const { request } = reply
    const { caller, endUser } = request
    const idempotencyKey = idempotencyKeyOf(request)
    const defaults = { model: checkpoints.current(request) }
    const read = await readGeneration(inTurnOf(parts, caller.id), request, { ...form, defaults })
    const { references } = read
    if (form === PICTURE_FORM && references.every(({ role }) => role === 'mask'))
      throw await refusedWith(references, pictureMissing())
    const count = countIn(read.own)
    if (count > MAX_RESULTS) throw await refusedWith(references, tooMany(count))
    const origin = originOf(request)
    const input = {
      caller,
      endUser,
      references,
      idempotencyKey,
      count,
      origin,
      isAwaited: true,
      ...fitRequest(parts.catalog, read, { form, current: defaults.model }),
    }
    const tasks = await inWordsOf(form, () => createTasks(parts, input))
    open.add(
      caller,
      tasks.map(({ id }) => id),
    )
    return answerWhenMade(parts, reply, tasks, {
      connected,
      advice: ADVICE,
      seen: (ended) =>
        open.remove(
          caller,
          ended.filter(({ status }) => isFinal(status)).map(({ id }) => id),
        ),
      show: async (ended) => {
        const made = await Promise.all(ended.map((task) => madeBy(parts, task)))
        for (const { picture } of made) if (picture?.isCopy === true) tellNotCarried(reply, picture.file)
        return sendPieces(reply, generationAnswer(made))
      },
    })
  }

  return {
    fromText: async (_request, reply) => make(reply, TEXT_FORM),
    fromPicture: async (_request, reply) => make(reply, PICTURE_FORM),
    interrupt: async ({ caller }) => {
      await open.cancel(caller, 'all')
      return {}
    },
    skip: async ({ caller }) => {
      await open.cancel(caller, 'oldest')
      return {}
    },
  }
}

async function madeBy(parts: ReadingParts & ResultParts, task: Task): Promise<Made> {
  const [output] = task.status === 'success' ? await readOutputs(parts, task.id) : []
  if (output === undefined) return { task }
  const { file } = output
  // These clients take any picture for a PNG, and name it so.
  const wish = { format: 'png', compression: null }
  return { task, picture: { file, ...(await inWishedForm(parts, { file, bytes: storedBytes(parts, file) }, wish)) } }
}

/** The web interface makes `n_iter` batches of `batch_size`. */
function countIn({ batch_size: size, n_iter: times }: Fields): number {
  return (typeof size === 'number' ? size : 1) * (typeof times === 'number' ? times : 1)
}

function tooMany(count: number): AppError {
  const message = `batch_size times n_iter is ${count}; at most ${MAX_RESULTS} images can be made with one request.`
  return new AppError('invalid_parameter', message, { param: 'n_iter' })
}

function pictureMissing(): AppError {
  const message = 'init_images is required: send the source picture.'
  return new AppError('missing_parameter', message, { param: 'init_images' })
}

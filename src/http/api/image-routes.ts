import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AddressDeps, addressFile, readOutputs } from '../../actions/reading/read-task.ts'
import { createTasks } from '../../actions/tasks/create-task.ts'
import { inTurnOf } from '../../actions/tasks/read-references.ts'
import { AppError } from '../../core/errors.ts'
import { usdOf } from '../../core/money/cost.ts'
import type { Task } from '../../core/tasks/task.ts'
import type { Static, TypedRoutes } from '../answer/schema.ts'
import { countIn, refusedWith } from '../body/field-text.ts'
import { readGeneration } from '../body/read-generation.ts'
import { answerWhenMade, tellTasks } from '../edge/await-tasks.ts'
import type { Connected } from '../edge/client-connection.ts'
import { refuseWhileDraining } from '../edge/drain-connections.ts'
import { applied, asAsked, idempotencyKeyOf, preferenceOf } from '../edge/request-headers.ts'
import { originOf } from '../edge/request-trace.ts'
import type { MakingParts, ReadingParts, WaitingParts } from '../server-parts.ts'
import { generationSchema } from './describe-generation.ts'
import { ImageAnswer, ImageSubmission, type ImageTask } from './generation-schemas.ts'
import { NATIVE_FORMS } from './native-forms.ts'

/** The outcome of a request for images: for several, the outcome of each task. */
export async function imageAnswer(
  parts: ReadingParts,
  addresses: AddressDeps,
  tasks: readonly Task[],
): Promise<Static<typeof ImageAnswer>> {
  const shown = await Promise.all(tasks.map((task) => showOne(parts, addresses, task)))
  const created = Math.floor((tasks[0]?.createdAt ?? 0) / 1000)
  const answer = { created, data: shown.flatMap(({ data }) => data) }
  return wereSeveral(tasks) ? { ...answer, tasks: shown } : answer
}

async function showOne(
  parts: ReadingParts,
  addresses: AddressDeps,
  { id, status, error }: Task,
): Promise<Static<typeof ImageTask>> {
  const outputs = status === 'success' ? await readOutputs(parts, id) : []
  const data = await Promise.all(outputs.map(async ({ file }) => ({ url: (await addressFile(addresses, file)).url })))
  return { id, status, data, error }
}

/** The immediate answer, as for a video; for several images, it names every task. */
function imageSubmission(tasks: readonly [Task, ...Task[]]): Static<typeof ImageSubmission> {
  const [{ id }] = tasks
  const submission = { id, status: 'pending' as const, message: 'The task is queued. Use the id to query its status.' }
  if (!wereSeveral(tasks)) return submission
  const several = `${tasks.length} tasks are queued. Use their ids to query their status.`
  const message = tasks.length === 1 ? submission.message : several
  return { ...submission, message, tasks: tasks.map((task) => ({ id: task.id, status: 'pending' as const })) }
}

/** Whether several were requested. A repeat may find only one of them, if the others were deleted. */
function wereSeveral(tasks: readonly Task[]): boolean {
  return tasks.some(({ groupIds }) => groupIds !== null)
}

const ADVICE = {
  whenStopping: 'repeat the request with the same Idempotency-Key, if you gave one.',
  whenLate: 'GET /api/ai/tasks/{id} shows its status.',
}

export type ImageParts = MakingParts & ReadingParts & WaitingParts

/** Images: the request stays open until its tasks have ended. */
export function imageRoutes(parts: ImageParts): TypedRoutes {
  return async (app) => {
    app.post(
      '/api/ai/images/generations',
      {
        config: { auth: 'images:write' },
        onRequest: refuseWhileDraining(parts),
        schema: respondingAsync(generationSchema('image', ImageAnswer)),
      },
      async (request, reply) => {
        const { respondAsync } = preferenceOf(request)
        if (!respondAsync) return reply.whileConnected('wait', (connected) => waitForImages(parts, reply, connected))
        const [first, ...others] = await makeImages(parts, request, { isAwaited: false })
        if (first === undefined) throw new AppError('task_not_found', 'The tasks were deleted before this retry.')
        tellTasks(reply, [first, ...others])
        applied(reply, 'respond-async')
        reply.code(202).header('location', `/api/ai/tasks/${first.id}`)
        return reply.send(imageSubmission([first, ...others]))
      },
    )
  }
}

/** Reads the request and creates its tasks. */
async function makeImages(parts: MakingParts, request: FastifyRequest, { isAwaited }: { isAwaited: boolean }) {
  const { caller, endUser } = request
  const idempotencyKey = idempotencyKeyOf(request)
  const { own, ...generation } = await readGeneration(inTurnOf(parts, caller.id), request, NATIVE_FORMS.image)
  if (generation.request.webhookUrl !== null && isAwaited)
    throw await refusedWith(generation.references, webhookWhileWaiting())
  const origin = originOf(request)
  const count = countIn(own)
  return createTasks(parts, { caller, endUser, ...generation, count, idempotencyKey, origin, isAwaited })
}

async function waitForImages(parts: ImageParts, reply: FastifyReply, connected: Connected) {
  const { request } = reply
  const tasks = await makeImages(parts, request, { isAwaited: true })
  return answerWhenMade(parts, reply, tasks, {
    connected,
    advice: ADVICE,
    show: (ended) => {
      tellResult(reply, ended)
      return imageAnswer(parts, asAsked(parts, request), ended)
    },
  })
}

/** Facts that have no place in the fixed body: the seeds in the order of the tasks, and the cost. */
function tellResult(reply: FastifyReply, tasks: readonly Task[]): void {
  const seeds = tasks.map(({ effective }) => effective?.seed ?? null)
  if (seeds.some((seed) => seed !== null)) reply.header('x-mediagen-seed', seeds.map((seed) => seed ?? '-').join(', '))
  const usd = costOfAll(tasks)
  if (usd !== null) reply.header('x-mediagen-cost-usd', String(usd))
}

/** The total cost; null if the cost of any task is unknown. */
function costOfAll(tasks: readonly Task[]): number | null {
  const micros = tasks.map(({ cost }) => cost?.micros ?? null)
  return micros.some((each) => each === null) ? null : usdOf(micros.reduce<number>((sum, each) => sum + (each ?? 0), 0))
}

/**
 * A waiting client receives the answer. If it also sends a webhook URL, it may not have meant to wait, and ignoring the
 * URL would be worse than refusing it.
 */
function webhookWhileWaiting(): AppError {
  const message =
    'webhookUrl requires the Prefer: respond-async header, with which the request returns immediately. Without that header, the response is the image.'
  return new AppError('invalid_parameter', message, { param: 'webhookUrl' })
}

/** With `Prefer: respond-async`, the answer is like that of a video: an id, at once. */
function respondingAsync<Schema extends { response: object }>(schema: Schema) {
  const accepted = { ...ImageSubmission, description: 'Accepted, as requested with `Prefer: respond-async`.' }
  return { ...schema, response: { ...schema.response, 202: accepted } }
}

import type { FastifyReply } from 'fastify'
import { createTasks } from '../../actions/create-task.ts'
import { inTurnOf } from '../../actions/read-references.ts'
import { usdOf } from '../../core/cost.ts'
import { AppError } from '../../core/errors.ts'
import type { Task } from '../../core/task.ts'
import { countIn } from '../body/count-field.ts'
import { readGeneration } from '../body/read-generation.ts'
import { refusedWith } from '../body/refused-with.ts'
import { asAsked } from '../edge/as-asked.ts'
import { awaitTasks, idsOf, reasonAgainst } from '../edge/await-tasks.ts'
import { hangUpOf } from '../edge/hang-up.ts'
import { idempotencyKeyOf } from '../edge/idempotency-key.ts'
import { keyWatch } from '../edge/key-watch.ts'
import { originOf } from '../edge/request-trace.ts'
import { applied, preferenceOf } from '../edge/prefer.ts'
import { refuseWhileDraining } from '../edge/refuse-while-draining.ts'
import { tellWarnings } from '../answer/warnings-header.ts'
import type { ServerParts } from '../server-parts.ts'
import { generationSchema } from './describe-generation.ts'
import { ImageAnswer, ImageSubmission } from './generation-schemas.ts'
import { imageAnswer, imageSubmission } from './image-answer.ts'
import { NATIVE_FORMS } from './native-forms.ts'
import type { TypedRoutes } from '../answer/schema.ts'

const ADVICE = {
  whenStopping: 'repeat the request with the same Idempotency-Key, if you gave one.',
  whenLate: 'GET /api/ai/tasks/{id} tells how it stands.',
}

/** Images: the request stays open until its tasks have ended. */
export function imageRoutes(parts: ServerParts): TypedRoutes {
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
        const { respondAsync } = preferenceOf(request)
        const { own, ...generation } = await readGeneration(
          inTurnOf(parts, request.caller.id),
          request,
          NATIVE_FORMS.image,
        )
        if (generation.request.webhookUrl !== null && !respondAsync)
          throw await refusedWith(generation.references, webhookWhileWaiting())
        const { caller, endUser } = request
        const origin = originOf(request)
        const input = {
          caller,
          endUser,
          ...generation,
          count: countIn(own),
          idempotencyKey,
          origin,
          isAwaited: !respondAsync,
        }
        const tasks = await createTasks(parts, input)
        reply.header('x-task-id', idsOf(tasks))
        tellWarnings(reply, warningsOf(tasks))
        const [first, ...others] = tasks
        if (respondAsync && first !== undefined) {
          applied(reply, 'respond-async')
          reply.code(202).header('location', `/api/ai/tasks/${first.id}`)
          return reply.send(imageSubmission([first, ...others]))
        }
        const { ended, release } = keys.watch(request.caller)
        const signal = AbortSignal.any([hangUpOf(reply), parts.closing, ended])
        const waiting = { ms: parts.imageWaitMs, signal, keyEnded: ended }
        const seen = await awaitTasks(parts, tasks, waiting).finally(release)
        const reason = reasonAgainst(parts, seen, ADVICE)
        if (reason !== undefined) throw reason
        tellResult(reply, seen)
        return imageAnswer(parts, asAsked(parts, request), seen)
      },
    )
  }
}

/** What the fixed body has no place for: what was not done as asked, the seeds in the order of the tasks, and the price. */
function tellResult(reply: FastifyReply, tasks: readonly Task[]): void {
  tellWarnings(reply, warningsOf(tasks))
  const seeds = tasks.map(({ effective }) => effective?.seed ?? null)
  if (seeds.some((seed) => seed !== null)) reply.header('x-mediagen-seed', seeds.map((seed) => seed ?? '-').join(', '))
  const usd = costOfAll(tasks)
  if (usd !== null) reply.header('x-mediagen-cost-usd', String(usd))
}

function warningsOf(tasks: readonly Task[]): string[] {
  return tasks.flatMap(({ warnings }) => warnings)
}

/** What all of them cost together; null where nobody knows it of one. */
function costOfAll(tasks: readonly Task[]): number | null {
  const micros = tasks.map(({ cost }) => cost?.micros ?? null)
  return micros.some((each) => each === null) ? null : usdOf(micros.reduce<number>((sum, each) => sum + (each ?? 0), 0))
}

/** Whoever waits has the answer; whoever also wants to be told may not have meant to wait. Passing it over would be worse. */
function webhookWhileWaiting(): AppError {
  const message =
    'webhookUrl goes with the header Prefer: respond-async, which answers at once. Without it the image is the answer.'
  return new AppError('invalid_parameter', message, { param: 'webhookUrl' })
}

/** With `Prefer: respond-async` the answer is that of a video: an id, at once. */
function respondingAsync<Schema extends { response: object }>(schema: Schema) {
  const accepted = { ...ImageSubmission, description: 'Accepted, as `Prefer: respond-async` asked.' }
  return { ...schema, response: { ...schema.response, 202: accepted } }
}

import type { FastifyReply } from 'fastify'
import { createOrAdopt, type Accepted } from '../../actions/adopt-retry.ts'
import { createTasks } from '../../actions/create-task.ts'
import { AppError } from '../../core/errors.ts'
import type { Task } from '../../core/task.ts'
import type { Fields } from '../body/check-fields.ts'
import { inWordsOf, type GenerationForm } from '../body/generation-form.ts'
import type { Generation } from '../body/read-generation.ts'
import { idsOf } from '../edge/await-tasks.ts'
import { END_USER_HEADER } from '../edge/end-user.ts'
import { originOf } from '../edge/request-trace.ts'
import type { ServerParts } from '../server-parts.ts'
import type { GivenAnswers } from './given-answers.ts'
import type { Arrival } from './arrival.ts'
import { tellWarnings } from './warnings-header.ts'

/** What this interface is given, and what it knows of its own answers. */
export type DialectParts = ServerParts & { answers: GivenAnswers }

export type ToAccept = Omit<Generation, 'own'> & {
  form: GenerationForm
  count: number
  arrival: Arrival
  remixOf?: string
  /** For whom it is, as the body says. */
  user?: string | null
}

/** Accepts what was read, or finds the tasks that its client asked for a moment ago; the headers say which. */
export async function acceptGeneration(parts: DialectParts, reply: FastifyReply, given: ToAccept): Promise<Task[]> {
  const { request } = reply
  const { form, arrival, user = null, ...generation } = given
  const endUser = endUserIn(reply, user)
  const input = {
    caller: request.caller,
    endUser,
    ...generation,
    idempotencyKey: arrival.idempotencyKey,
    origin: originOf(request),
    isAwaited: generation.request.kind === 'image',
  }
  const { tasks, isAdopted, call } = await inWordsOf(form, async (): Promise<Accepted> =>
    parts.adoptRetries
      ? createOrAdopt(parts, input, arrival)
      : { tasks: await createTasks(parts, input), isAdopted: false, call: null },
  )
  if (call !== null) {
    const ids = tasks.map(({ id }) => id)
    parts.answers.follow(reply, call, ids)
  }
  reply.header('x-task-id', idsOf(tasks))
  if (isAdopted) {
    reply.header('x-mediagen-adopted', 'retry')
    parts.log.info('a repeat waits for the task of the request before it', {
      taskId: tasks[0]?.id,
      requestId: request.id,
    })
  }
  tellWarnings(
    reply,
    tasks.flatMap(({ warnings }) => warnings),
  )
  return tasks
}

/** By header or in the body; whoever says both means the same. Its rate was not counted before the body was read. */
function endUserIn(reply: FastifyReply, user: string | null): string | null {
  const { request } = reply
  if (user === null || user === request.endUser) return request.endUser
  if (request.endUser !== null) {
    const message = `user and the header ${END_USER_HEADER} name different people. Send one of them.`
    throw new AppError('invalid_parameter', message, { param: 'user' })
  }
  reply.countOne('create', user, 'user')
  return user
}

/** The field `user` of a body. */
export function userIn({ user }: Fields): string | null {
  return typeof user === 'string' && user !== '' ? user : null
}

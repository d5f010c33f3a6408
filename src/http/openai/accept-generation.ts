import type { FastifyReply } from 'fastify'
import { createOrAdopt } from '../../actions/adopt-retry.ts'
import { createTasks } from '../../actions/create-task.ts'
import type { Task } from '../../core/task.ts'
import { inWordsOf, type GenerationForm } from '../body/generation-form.ts'
import type { Generation } from '../body/read-generation.ts'
import { idsOf } from '../edge/await-tasks.ts'
import { originOf } from '../edge/request-trace.ts'
import type { ServerParts } from '../server-parts.ts'
import type { Arrival } from './arrival.ts'
import { tellWarnings } from './warnings-header.ts'

export type ToAccept = Omit<Generation, 'own'> & {
  form: GenerationForm
  count: number
  arrival: Arrival
  remixOf?: string
}

/** Accepts what was read, or finds the tasks that its client asked for a moment ago; the headers say which. */
export async function acceptGeneration(parts: ServerParts, reply: FastifyReply, given: ToAccept): Promise<Task[]> {
  const { request } = reply
  const { form, arrival, ...generation } = given
  const input = {
    caller: request.caller,
    ...generation,
    idempotencyKey: arrival.idempotencyKey,
    origin: originOf(request),
  }
  const { tasks, isAdopted } = await inWordsOf(form, async () =>
    parts.adoptRetries
      ? createOrAdopt(parts, input, arrival)
      : { tasks: await createTasks(parts, input), isAdopted: false },
  )
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

import type { FastifyReply } from 'fastify'
import { type Accepted, type Attempt, createOrAdopt } from '../../actions/tasks/adopt-retry.ts'
import type { ThumbnailDeps, ThumbnailMaker } from '../../actions/running/make-thumbnail.ts'
import { createTasks } from '../../actions/tasks/create-task.ts'
import type { DeleteTaskDeps } from '../../actions/tasks/delete-task.ts'
import { AppError, toAppError } from '../../core/errors.ts'
import type { Task } from '../../core/tasks/task.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { Fields } from '../body/check-fields.ts'
import { refusedWith } from '../body/field-text.ts'
import { type GenerationForm, inWordsOf } from '../body/generation-form.ts'
import type { Generation } from '../body/read-generation.ts'
import { fitSettings } from '../body/settings/fit-settings.ts'
import { tellTasks } from '../edge/await-tasks.ts'
import { END_USER_HEADER, idempotencyKeyOf } from '../edge/request-headers.ts'
import { originOf } from '../edge/request-trace.ts'
import type { MakingParts, ReadingParts, ResultParts, Rooms, WaitingParts } from '../server-parts.ts'
import { type GivenAnswers, isFromClient, refusedAs } from './given-answers.ts'

/** How a request arrived, and its name if the caller gave it one. */
export type Arrival = Attempt & { idempotencyKey: string | null }

// The minimum time before clients generated from OpenAI's specification repeat a request: half a second, less a
// quarter.
const FASTEST_REPEAT_MS = 375

/**
 * Reads it from the headers alone, by the header that these clients add to automatic repeats. Called before the body is
 * read: any error here must be found before pictures are received.
 */
export function arrivalOf({ request, raw }: FastifyReply, clock: Clock): Arrival {
  const begunAt = clock.elapsed()
  // A client that gives up closes its connection; whether a proxy in front passes that on is unknown.
  const mayBeOvertaken = (): boolean =>
    raw.destroyed || (!isFromClient(request) && clock.elapsed() - begunAt >= FASTEST_REPEAT_MS)
  return {
    count: attemptCount(request.headers) ?? 0,
    arrivedAt: clock.now(),
    mayBeOvertaken,
    refusedAs: refusedAs(request),
    idempotencyKey: idempotencyKeyOf(request),
  }
}

/** How often the client has sent this before; undefined if it does not say. */
export function attemptCount(headers: Readonly<Record<string, unknown>>): number | undefined {
  const count = headers['x-stainless-retry-count']
  // No client repeats a hundred times, and every count up to this one may be recorded.
  return typeof count === 'string' && /^\d{1,2}$/.test(count) ? Number(count) : undefined
}

/** The parts that this API receives. */
export type OpenaiParts = MakingParts &
  ReadingParts &
  WaitingParts &
  ResultParts &
  DeleteTaskDeps &
  ThumbnailDeps &
  Rooms<'repeats'> & {
    /** Whether a repeat that a client marks as such waits for the task of the original request. */
    adoptRetries: boolean
    version: string
  }

/** The same, with what is known about earlier answers. */
export type DialectParts = OpenaiParts & { answers: GivenAnswers; small: ThumbnailMaker }

export type ToAccept = Omit<Generation, 'own'> & {
  form: GenerationForm
  count: number
  arrival: Arrival
  remixOf?: string
  /** Whether somebody waits for it in this request; by default, a picture is waited for. */
  isAwaited?: boolean
  /** Values that only this API uses: here, the end user. */
  own?: Fields
}

/**
 * Accepts a request that was read, or finds the tasks that its client requested a moment ago; the headers say which.
 */
export async function acceptGeneration(parts: DialectParts, reply: FastifyReply, given: ToAccept): Promise<Task[]> {
  const { request } = reply
  const { form, arrival, own = {}, ...generation } = given
  const endUser = await endUserOrNothing(reply, own, generation.references)
  const fitted = fitSettings(parts.catalog, generation.request, form)
  const input = {
    caller: request.caller,
    endUser,
    ...generation,
    request: fitted.request,
    warnings: [...generation.warnings, ...fitted.warnings, ...twoUsersWarning(own)],
    idempotencyKey: arrival.idempotencyKey,
    origin: originOf(request),
    isAwaited: given.isAwaited ?? generation.request.kind === 'image',
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
  tellTasks(reply, tasks)
  if (isAdopted) {
    reply.header('x-mediagen-adopted', 'retry')
    parts.log.info('a repeated request waits for the task of the earlier request', {
      taskId: tasks[0]?.id,
      requestId: request.id,
    })
  }
  return tasks
}

/** The end user. After a refusal, the pictures that were read before it are removed. */
async function endUserOrNothing(
  reply: FastifyReply,
  own: Fields,
  references: Generation['references'],
): Promise<string | null> {
  try {
    return endUserIn(reply, own)
  } catch (error) {
    throw await refusedWith(references, toAppError(error))
  }
}

/**
 * From the header or the body; if a request has both, they mean the same. Its rate was not counted before the body was
 * read.
 */
function endUserIn(reply: FastifyReply, { user, safety_identifier: identifier }: Fields): string | null {
  const { request } = reply
  const param = typeof identifier === 'string' ? 'safety_identifier' : 'user'
  const named = identifier ?? user
  if (typeof named !== 'string' || named === request.endUser) return request.endUser
  if (request.endUser !== null) {
    const message = `${param} and the header ${END_USER_HEADER} name different end users. Send one of them.`
    throw new AppError('invalid_parameter', message, { param })
  }
  reply.countOne('create', named, 'user')
  return named
}

function twoUsersWarning({ user, safety_identifier: identifier }: Fields): string[] {
  if (typeof user !== 'string' || typeof identifier !== 'string' || user === identifier) return []
  return ['user: safety_identifier names a different end user and takes precedence, so user was ignored.']
}

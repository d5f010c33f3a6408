import type { FastifyReply, FastifyRequest } from 'fastify'
import { readGroup, readVisibleTask } from '../../../actions/reading/read-task.ts'
import { AppError } from '../../../core/errors.ts'
import { isFinal, type Task } from '../../../core/tasks/task.ts'
import { tellWarnings } from '../../answer/client-text.ts'
import type { Static } from '../../answer/schema.ts'
import { applied, asAsked } from '../../edge/request-headers.ts'
import { type Piece, sendPieces } from '../../results/stream-json.ts'
import type { DialectParts } from '../accept-generation.ts'
import type { ImageTask, ImageTaskQuery } from '../operations.ts'
import { POLL_AFTER_MS, STATUS_HERE } from '../task-status.ts'
import { type AnswerWish, failureWarnings, imageAnswer, picturesOf } from './image-answer.ts'

type Head = Omit<Static<typeof ImageTask>, 'data' | 'output_format' | 'size' | 'usage' | 'created'>

/**
 * The request in brief, whatever the outcome of its images. Several images are one request, identified by the first.
 */
function describeImages(tasks: readonly [Task, ...Task[]]): Head {
  const [first] = tasks
  const isOver = tasks.every(({ status }) => isFinal(status))
  const isMade = isOver && tasks.some(({ status }) => status === 'success')
  const begun = tasks.some(({ status }) => status !== 'pending')
  const status = isMade ? 'success' : isOver ? 'failed' : begun ? 'processing' : 'pending'
  const progress = tasks.reduce((sum, task) => sum + (task.status === 'success' ? 100 : task.progress), 0)
  const ends = tasks.map(({ finishedAt }) => finishedAt ?? 0)
  return {
    id: first.id,
    object: 'image.task',
    model: first.model,
    status: STATUS_HERE[status],
    progress: isMade ? 100 : Math.floor(progress / tasks.length),
    created_at: Math.floor(first.createdAt / 1000),
    completed_at: isOver ? Math.floor(Math.max(...ends) / 1000) : null,
    // Some clients would poll a failure without a reason forever.
    error: status === 'failed' ? (first.error ?? { code: 'internal_error', message: 'The task failed.' }) : null,
  }
}

/** The immediate answer: the handle for fetching the images. */
export function sendHandle(reply: FastifyReply, [first, ...others]: readonly Task[]): FastifyReply {
  if (first === undefined)
    throw new AppError('task_not_found', 'The tasks were deleted before the request was repeated.')
  const tasks = [first, ...others] as const
  applied(reply, 'respond-async')
  pollLater(reply, tasks)
  return reply.code(202).header('location', `/v1/images/tasks/${first.id}`).send(describeImages(tasks))
}

/** The state of a request for images; with its images once all of them have ended. */
export function imageTaskHandler(parts: DialectParts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const asked = await readVisibleTask(parts, request.caller, (request.params as { id: string }).id, 'image')
    parts.answers.askedFor(asked.id)
    const [first = asked, ...others] = await readGroup(parts, asked)
    const tasks = [first, ...others] as const
    const head = describeImages(tasks)
    pollLater(reply, tasks)
    if (head.status !== 'completed') return head
    const { response_format: responseFormat = 'url' } = request.query as Static<typeof ImageTaskQuery>
    const wish: AnswerWish = { responseFormat, textAlone: false, format: null, compression: null }
    const made = tasks.filter(({ status }) => status === 'success')
    tellWarnings(reply, [...tasks.flatMap(({ warnings }) => warnings), ...failureWarnings(tasks)])
    const pictures = await picturesOf(parts, made, { ...wish, addresses: asAsked(parts, request) })
    return sendPieces(reply, behind(head, imageAnswer(tasks, pictures)))
  }
}

/** Merges two objects: the pieces of the second begin with its brace. */
function behind(head: Head, [first, ...rest]: readonly Piece[]): Piece[] {
  return [`${JSON.stringify(head).slice(0, -1)},${typeof first === 'string' ? first.slice(1) : ''}`, ...rest]
}

function pollLater(reply: FastifyReply, tasks: readonly Task[]): void {
  reply.header('cache-control', 'no-store')
  if (!tasks.every(({ status }) => isFinal(status))) reply.header('openai-poll-after-ms', String(POLL_AFTER_MS))
}

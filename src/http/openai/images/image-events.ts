import { toAppError } from '../../../core/errors.ts'
import { isFinal, type Task } from '../../../core/tasks/task.ts'
import { errorBody } from '../../answer/error-reply.ts'
import { awaitTasks, reasonAgainst } from '../../edge/await-tasks.ts'
import type { Connected } from '../../edge/client-connection.ts'
import { openPieces, type Piece } from '../../results/stream-json.ts'
import type { ReadingParts, ResultParts, WaitingParts } from '../../server-parts.ts'
import { describePicture, identified, type Picture, picturesOf, USAGE } from './image-answer.ts'

/** What a client of this kind does about images that were not ready. */
export const ADVICE = {
  whenStopping: 'repeat the request as your client does.',
  whenLate: 'repeat the request as your client does, or ask for stream.',
}

// Proxies drop connections that say nothing for a minute or less.
const QUIET_MS = 15_000

type Stream = {
  wish: Parameters<typeof picturesOf>[2]
  waiting: Connected
  /** The first half of the names of events. */
  event: string
  requestId: string
}

/** Signs of life until each task has ended, and an event with each image; the stream lasts as long as its tasks. */
export async function* imageEvents(
  parts: ReadingParts & ResultParts & WaitingParts,
  tasks: readonly Task[],
  { wish, waiting, event, requestId }: Stream,
): AsyncGenerator<string> {
  yield ': the task is queued\n\n'
  try {
    for (const { id } of tasks) {
      for await (const task of followed(parts, id, waiting)) {
        if (!isFinal(task.status) && !waiting.signal.aborted) {
          yield ': still here\n\n'
          continue
        }
        const reason = reasonAgainst(parts, [task], ADVICE)
        if (reason !== undefined) throw reason
        // Events carry the image itself: there is no other place for it.
        const pictures = await picturesOf(parts, [task], { ...wish, responseFormat: 'b64_json' })
        for (const picture of pictures) yield* sent(completed(`${event}.completed`, task, picture))
      }
    }
  } catch (error) {
    const shown = toAppError(error)
    if (shown.cause !== undefined) parts.log.error('a stream of images broke off', { requestId, cause: shown.cause })
    yield `event: error\ndata: ${JSON.stringify({ type: 'error', ...errorBody(shown, requestId) })}\n\n`
  }
}

async function* sent(pieces: readonly Piece[]): AsyncGenerator<string> {
  const { text, close } = await openPieces(pieces)
  try {
    yield* text
  } finally {
    close()
  }
}

/** The task after each quiet while, and once it has ended or nobody listens any more. */
async function* followed(parts: WaitingParts, id: string, waiting: Connected): AsyncGenerator<Task> {
  for (;;) {
    const [task] = await awaitTasks(parts, [{ id }], { ...waiting, ms: QUIET_MS })
    if (task === undefined) return
    yield task
    if (isFinal(task.status) || waiting.signal.aborted) return
  }
}

function completed(type: string, task: Task, picture: Picture): Piece[] {
  const rest = JSON.stringify({
    created_at: Math.floor((task.finishedAt ?? task.createdAt) / 1000),
    // Required in events, where what a model decides by itself is `auto`.
    background: 'auto',
    quality: 'auto',
    ...describePicture(picture),
    ...identified(task),
    usage: USAGE,
  })
  const head = `event: ${type}\ndata: {"type":"${type}",`
  if (picture.bytes === null) return [`${head}"url":${JSON.stringify(picture.url)},${rest.slice(1)}\n\n`]
  return [`${head}"b64_json":"`, picture.bytes, `",${rest.slice(1)}\n\n`]
}

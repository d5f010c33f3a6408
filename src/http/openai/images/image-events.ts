import { readPreview, type TaskPreview } from '../../../actions/running/previews.ts'
import { toAppError } from '../../../core/errors.ts'
import { isFinal, type Task } from '../../../core/tasks/task.ts'
import { errorBody } from '../../answer/error-reply.ts'
import { awaitTasks, reasonAgainst } from '../../edge/await-tasks.ts'
import type { Connected } from '../../edge/client-connection.ts'
import { openPieces, type Piece } from '../../results/stream-json.ts'
import type { ReadingParts, ResultParts, WaitingParts } from '../../server-parts.ts'
import { describePicture, identified, type Picture, picturesOf, USAGE } from './image-answer.ts'

/** What a client of this API does about images that were not ready. */
export const ADVICE = {
  whenStopping: 'repeat the request as your client does.',
  whenLate: 'repeat the request as your client does, or ask for stream.',
}

// Proxies drop connections that are silent for a minute or less.
const QUIET_MS = 15_000
// How often to look for a preview.
const LOOK_MS = 1_000

type Stream = {
  wish: Parameters<typeof picturesOf>[2]
  /** The maximum number of previews before the image. */
  partials: number
  waiting: Connected
  /** The first half of the event names. */
  event: string
  requestId: string
}

/** Keep-alives until each task has ended, and an event with each image; the stream lasts as long as its tasks. */
export async function* imageEvents(
  parts: ReadingParts & ResultParts & WaitingParts,
  tasks: readonly Task[],
  { wish, partials, waiting, event, requestId }: Stream,
): AsyncGenerator<string> {
  yield ': the task is queued\n\n'
  try {
    for (const { id } of tasks) {
      const nextPreview = previewsOf(parts, partials)
      for await (const task of followed(parts, id, waiting, partials > 0 ? LOOK_MS : QUIET_MS)) {
        if (!isFinal(task.status) && !waiting.signal.aborted) {
          const preview = await nextPreview(task)
          yield preview === undefined
            ? `: still here, ${task.progress} %\n\n`
            : partial(`${event}.partial_image`, task, preview)
          continue
        }
        const reason = reasonAgainst(parts, [task], ADVICE)
        if (reason !== undefined) throw reason
        // Events contain the image itself: there is no other place for it.
        const pictures = await picturesOf(parts, [task], { ...wish, responseFormat: 'b64_json' })
        for (const picture of pictures) yield* sent(completed(`${event}.completed`, task, picture))
      }
    }
  } catch (error) {
    const shown = toAppError(error)
    if (shown.cause !== undefined) parts.log.error('a stream of images ended early', { requestId, cause: shown.cause })
    yield `event: error\ndata: ${JSON.stringify({ type: 'error', ...errorBody(shown, requestId) })}\n\n`
  }
}

type NumberedPreview = TaskPreview & { index: number }

/** The next preview worth sending: different from the last, and spread over the time. */
function previewsOf(parts: ResultParts, most: number): (task: Task) => Promise<NumberedPreview | undefined> {
  let count = 0
  let last: Buffer | undefined
  return async (task) => {
    if (count >= most || task.progress < (100 * count) / (most + 1)) return undefined
    const preview = await readPreview(parts, task)
    if (preview === undefined || last?.equals(preview.bytes) === true) return undefined
    last = preview.bytes
    return { ...preview, index: count++ }
  }
}

function partial(type: string, task: Task, { bytes, mediaType, index }: NumberedPreview): string {
  const data = {
    type,
    partial_image_index: index,
    b64_json: bytes.toString('base64'),
    created_at: Math.floor(task.createdAt / 1000),
    size: 'auto',
    background: 'auto',
    quality: 'auto',
    output_format: mediaType === 'image/png' ? 'png' : 'jpeg',
  }
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`
}

async function* sent(pieces: readonly Piece[]): AsyncGenerator<string> {
  const { text, close } = await openPieces(pieces)
  try {
    yield* text
  } finally {
    close()
  }
}

/** The task after each quiet period, and once it has ended or nobody listens any more. */
async function* followed(parts: WaitingParts, id: string, waiting: Connected, ms: number): AsyncGenerator<Task> {
  for (;;) {
    const [task] = await awaitTasks(parts, [{ id }], { ...waiting, ms })
    if (task === undefined) return
    yield task
    if (isFinal(task.status) || waiting.signal.aborted) return
  }
}

function completed(type: string, task: Task, picture: Picture): Piece[] {
  const rest = JSON.stringify({
    created_at: Math.floor((task.finishedAt ?? task.createdAt) / 1000),
    // Required in events; `auto` if the model decides by itself.
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

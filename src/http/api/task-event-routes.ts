import { Readable } from 'node:stream'
import type { Foresight } from '../../actions/reading/foresee-end.ts'
import { readVisibleTask } from '../../actions/reading/read-task.ts'
import { watchTask, type TaskSighting } from '../../actions/reading/wait-for-task.ts'
import type { ApiKey } from '../../core/keys/api-key.ts'
import { AppError } from '../../core/errors.ts'
import { isFinal } from '../../core/tasks/task.ts'
import type { Log } from '../../ports/runtime.ts'
import { errorAnswers, READING_ERRORS } from '../answer/describe-answers.ts'
import type { WaitingParts } from '../server-parts.ts'
import { TaskIdParams } from './generation-schemas.ts'
import { showSummary } from './show-task.ts'
import { Type, type TypedRoutes } from '../answer/schema.ts'

const EVENT_STREAM = 'text/event-stream'
// Proxies drop connections that are silent for a minute or less.
const QUIET_MS = 15_000
// How long a browser waits before it reconnects.
const RECONNECT_MS = 2_000
// A client that does not read must not fill our memory: after a handful of events, we wait for it.
const BUFFER_BYTES = 4_096

export type EventParts = WaitingParts & { log: Log }

/** Server-sent events of one task; a client that was disconnected resumes with Last-Event-ID. */
export function taskEventRoutes(parts: EventParts, foresight: Foresight): TypedRoutes {
  return async (app) => {
    const schema = {
      tags: ['Tasks'],
      operationId: 'watchTask',
      summary: 'Watch a task as server-sent events',
      description:
        'Sends a `task` event with the current task immediately and at every change; the stream ends when the task ends. ' +
        'If you reconnect with `Last-Event-ID`, no event is repeated.',
      params: TaskIdParams,
      headers: Type.Object({
        'last-event-id': Type.Optional(Type.String({ description: 'The id of the last event that you received.' })),
      }),
      response: {
        200: {
          description: 'Events until the task ends.',
          // A stream has no schema to validate against; the description says what an event is.
          content: { [EVENT_STREAM]: { schema: {} } },
        },
        204: { description: 'The task has ended, and you have received its last event.', type: 'null' },
        ...errorAnswers(READING_ERRORS),
      },
    }
    const config = { auth: 'tasks:read', answers: EVENT_STREAM } as const
    app.get('/api/ai/tasks/:taskId/events', { config, schema, exposeHeadRoute: false }, async (request, reply) => {
      const { caller, params, headers } = request
      const seen = seenVersion(headers['last-event-id'])
      const task = await readVisibleTask(parts, caller, params.taskId)
      // 204 tells an EventSource not to reconnect.
      if (isFinal(task.status) && task.version <= seen) return reply.code(204).send()
      return reply.whileConnected('stream', async ({ signal, callerNow }) => {
        reply.headers({ 'content-type': EVENT_STREAM, 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
        const watch = { id: task.id, seen, quietMs: QUIET_MS, signal }
        return Readable.from(events({ ...parts, foresight }, callerNow, watch), {
          objectMode: false,
          highWaterMark: BUFFER_BYTES,
        })
      })
    })
  }
}

type Watch = Parameters<typeof watchTask>[2]

/** The stream. If the store fails for a while, the stream is quiet for a while, but not forever. */
async function* events(
  parts: EventParts & { foresight: Foresight },
  callerNow: () => ApiKey,
  watch: Watch,
): AsyncGenerator<string> {
  yield `retry: ${RECONNECT_MS}\n\n`
  let { seen } = watch
  let isTold = false
  while (!watch.signal.aborted) {
    try {
      for await (const sighting of watchTask(parts, callerNow, { ...watch, seen })) {
        isTold = false
        yield await eventText(parts.foresight, sighting)
        if (sighting.kind === 'changed') seen = sighting.task.version
      }
      return
    } catch (error) {
      // A task that was deleted, or that the caller may no longer see, has no more events.
      if (error instanceof AppError && error.code === 'task_not_found') return
      if (!isTold) parts.log.warn('a watched task could not be read', { taskId: watch.id, error })
      isTold = true
      yield ': the task cannot be read now\n\n'
      await parts.clock.sleep(RECONNECT_MS, watch.signal)
    }
  }
}

async function eventText(foresight: Foresight, sighting: TaskSighting): Promise<string> {
  if (sighting.kind === 'quiet') return ': still here\n\n'
  const { task } = sighting
  return `id: ${task.version}\nevent: task\ndata: ${JSON.stringify(showSummary(task, await foresight.left(task)))}\n\n`
}

function seenVersion(header: string | string[] | undefined): number {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : 0
}

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { once } from 'node:events'
import { Type } from 'typebox'
import { readOwnTask } from '../../actions/read-task.ts'
import { watchTask, type Sighting } from '../../actions/watch-task.ts'
import { isFinal } from '../../core/task.ts'
import { errorAnswers, READING_ERRORS } from '../answer/describe-answers.ts'
import { hangUpOf } from '../edge/hang-up.ts'
import type { ServerParts } from '../server-parts.ts'
import { TaskIdParams } from './generation-schemas.ts'
import { showSummary } from './show-task.ts'

const EVENT_STREAM = 'text/event-stream'
// Proxies drop connections that say nothing for a minute or less.
const QUIET_MS = 15_000
// How long a browser waits before it connects again.
const RECONNECT_MS = 2_000

/** Server-sent events of one task; a client that was cut off resumes where it was with Last-Event-ID. */
export function taskEventRoutes(parts: ServerParts): FastifyPluginAsyncTypebox {
  return async (app) => {
    const schema = {
      tags: ['Tasks'],
      operationId: 'watchTask',
      summary: 'Watch a task as server-sent events',
      description:
        'An event `task` with the task as it stands, now and at every change; the stream ends with the task. ' +
        'Reconnect with `Last-Event-ID` and nothing is shown twice.',
      params: TaskIdParams,
      headers: Type.Object({
        'last-event-id': Type.Optional(Type.String({ description: 'The id of the last event that was seen.' })),
      }),
      response: {
        200: {
          description: 'Events until the task has ended.',
          // A stream has no end that a schema could be held against; the description says what an event is.
          content: { [EVENT_STREAM]: { schema: {} } },
        },
        204: { description: 'The task has ended, and its end was seen.', type: 'null' },
        ...errorAnswers(READING_ERRORS),
      },
    }
    const config = { auth: 'tasks:read', answers: EVENT_STREAM } as const
    app.get('/api/ai/tasks/:taskId/events', { config, schema }, async (request, reply) => {
      const { caller, params, headers } = request
      const seen = seenVersion(headers['last-event-id'])
      const task = await readOwnTask(parts, caller, params.taskId)
      // 204 tells an EventSource that there is nothing more to come.
      if (isFinal(task.status) && task.version <= seen) return reply.code(204).send()
      const signal = AbortSignal.any([hangUpOf(reply), parts.closing])
      await stream(reply, watchTask(parts, caller, { id: task.id, seen, quietMs: QUIET_MS, signal }))
      return reply
    })
  }
}

async function stream(reply: FastifyReply, sightings: AsyncIterable<Sighting>): Promise<void> {
  const { raw } = reply
  reply.hijack()
  raw.writeHead(200, {
    'content-type': EVENT_STREAM,
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-request-id': reply.request.id,
  })
  raw.write(`retry: ${RECONNECT_MS}\n\n`)
  for await (const sighting of sightings) {
    // A client that does not read must not fill our memory.
    if (!raw.write(eventText(sighting)) && !raw.destroyed) await Promise.race([once(raw, 'drain'), once(raw, 'close')])
  }
  raw.end()
}

function eventText(sighting: Sighting): string {
  if (sighting.kind === 'quiet') return ': still here\n\n'
  const { task } = sighting
  return `id: ${task.version}\nevent: task\ndata: ${JSON.stringify(showSummary(task))}\n\n`
}

function seenVersion(header: string | string[] | undefined): number {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : 0
}

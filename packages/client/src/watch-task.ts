import type { Receipt } from './api-types.ts'
import { summaryOf, type TaskSummary } from './task-summary.ts'
import { ApiError, ConnectionError } from './errors.ts'
import { readEvents } from './event-stream.ts'
import { pauseBefore } from './retry.ts'
import { pause } from './runtime.ts'
import type { Transport } from './transport.ts'

// The service sends a heartbeat every 15 s.
const SILENCE_MS = 40_000
// The interval that the service recommends.
const POLL_MS = 5_000
// Proxies end longer requests.
const LONG_POLL_SECONDS = 25
const LONG_POLL_TIMEOUT_MS = 40_000
// A restarted or moved service is back by then; do not wait forever for one that is gone.
const PATIENCE_MS = 600_000

export type WatchOptions = {
  signal?: AbortSignal
  /** How long the service may be unreachable before watching ends with an error. Default: ten minutes. */
  patienceMs?: number
}

export const isFinal = ({ status }: Pick<TaskSummary, 'status'>): boolean => status === 'success' || status === 'failed'

/** The current task, now and at every change, until it ends. Uses events, or polling if events do not arrive. */
export async function* watchTask(
  transport: Transport,
  id: string,
  options: WatchOptions = {},
): AsyncGenerator<TaskSummary, void> {
  const look: Look = { transport, id, lastEventId: '', onTrouble: patience(transport, options), ...signalOf(options) }
  let way: Way = events
  for (;;) {
    try {
      for await (const task of way(look)) {
        look.onTrouble.over()
        yield task
        if (isFinal(task)) return
      }
      // The stream ended before the task, as happens when the service stops.
      if (way === events) await pause(transport.runtime, pauseBefore(transport.runtime, 0, undefined), options.signal)
    } catch (error) {
      if (error instanceof NoEvents) way = polls
      else await look.onTrouble.bear(error)
    }
  }
}

/** Retries a read until it succeeds, for the same time. */
export async function patiently<T>(transport: Transport, options: WatchOptions, work: () => Promise<T>): Promise<T> {
  const trouble = patience(transport, options)
  for (;;) {
    try {
      return await work()
    } catch (error) {
      await trouble.bear(error)
    }
  }
}

type Trouble = { over(): void; bear(error: unknown): Promise<void> }
type Look = { transport: Transport; id: string; lastEventId: string; onTrouble: Trouble; signal?: AbortSignal }
type Way = (look: Look) => AsyncGenerator<TaskSummary, void>

/** Events do not arrive here. */
class NoEvents extends Error {}

function patience({ runtime }: Transport, { signal, patienceMs = PATIENCE_MS }: WatchOptions): Trouble {
  let since: number | undefined
  let attempt = 0
  return {
    over() {
      since = undefined
      attempt = 0
    },
    async bear(error) {
      const passes = error instanceof ConnectionError || (error instanceof ApiError && passing(error))
      since ??= runtime.now()
      if (!passes || runtime.now() - since >= patienceMs) throw error
      await pause(runtime, pauseBefore(runtime, attempt++, error), signal)
    },
  }
}

function passing({ status }: ApiError): boolean {
  return status === 408 || status === 429 || status >= 500
}

async function* events(look: Look): AsyncGenerator<TaskSummary, void> {
  const { transport, signal } = look
  const silent = new AbortController()
  const response = await transport
    .open(
      {
        method: 'GET',
        path: `/api/ai/tasks/${encodeURIComponent(look.id)}/events`,
        headers: { accept: 'text/event-stream', ...(look.lastEventId && { 'last-event-id': look.lastEventId }) },
        repeatable: 'always',
      },
      { signal: signal === undefined ? silent.signal : AbortSignal.any([signal, silent.signal]) },
    )
    .catch((error: unknown) => {
      throw cannotStream(error) ? new NoEvents() : error
    })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  if (!isStream || response.body === null) throw new NoEvents()
  const opened = { runtime: transport.runtime, silenceMs: SILENCE_MS, onSilence: () => silent.abort() }
  try {
    for await (const { id, event, data } of readEvents(response.body, opened)) {
      if (event !== 'task') continue
      look.lastEventId = id
      yield JSON.parse(data) as TaskSummary
    }
  } catch (error) {
    signal?.throwIfAborted()
    if (silent.signal.aborted) throw new NoEvents()
    throw new ConnectionError(`The event stream of task ${look.id} was lost.`, { cause: error })
  }
}

/** Too many streams, or a proxy that does not support them; a missing task does not count. */
function cannotStream(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return [405, 406, 429, 501].includes(error.status) || (error.status === 404 && error.code !== 'task_not_found')
}

async function* polls({ transport, id, signal }: Look): AsyncGenerator<TaskSummary, void> {
  const path = encodeURIComponent(id)
  const options = { maxRetries: 0, ...(signal && { signal }) }
  for (let seen = ''; ;) {
    const get = { method: 'GET', repeatable: 'always' } as const
    const { data: task } = await transport.json<Receipt>({ ...get, path: `/api/ai/tasks/${path}` }, options)
    const text = `${task.status} ${task.step} ${task.progress}`
    if (text !== seen) yield summaryOf(task)
    seen = text
    if (isFinal(task)) return
    const waited = task.kind === 'video' && (await longPoll(transport, path, options))
    if (!waited) await pause(transport.runtime, POLL_MS, signal)
  }
}

/** Polls with `Prefer: wait`; false if the service ignores it, so that the client must pause instead. */
async function longPoll(transport: Transport, path: string, options: { signal?: AbortSignal }): Promise<boolean> {
  const { response } = await transport.json(
    {
      method: 'GET',
      path: `/api/ai/videos/${path}`,
      headers: { prefer: `wait=${LONG_POLL_SECONDS}` },
      repeatable: 'always',
      timeoutMs: LONG_POLL_TIMEOUT_MS,
    },
    options,
  )
  return response.headers.has('preference-applied')
}

function signalOf({ signal }: WatchOptions): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal }
}

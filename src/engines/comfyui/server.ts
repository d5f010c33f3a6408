import type { Clock } from '../../ports/runtime.ts'
import { exchange, type Exchange, type Json } from '../exchange.ts'
import type { Fact } from '../failure.ts'
import { openTransport, type Transport } from '../transport.ts'
import { queueView } from './queue-view.ts'

/** Where a job is at the server, as far as it can be told. */
export type Look =
  | { at: 'running' | 'waiting' | 'nowhere' }
  | { at: 'history'; entry: Json }
  | { at: 'unclear'; fact: Fact }

/** One ComfyUI over HTTP. */
export type ComfyServer = {
  baseURL: string
  headers: Readonly<Record<string, string>>
  transport: Transport
  get(path: string, signal?: AbortSignal): Promise<Exchange>
  post(path: string, body: Json | FormData, signal?: AbortSignal): Promise<Exchange>
  look(promptId: string, signal: AbortSignal): Promise<Look>
}

// Others wait for the same answer, so it has a limit of its own.
const QUEUE_TIMEOUT_MS = 10_000

/** Opens the way to a ComfyUI; nothing is connected yet. */
export function comfyServer(options: { baseURL: string; key: string | undefined; clock: Clock }): ComfyServer {
  const transport = openTransport({ clock: options.clock })
  const baseURL = options.baseURL.replace(/\/+$/, '')
  const headers: Record<string, string> = options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }

  const get = (path: string, signal?: AbortSignal): Promise<Exchange> => {
    const limit = signal === undefined ? {} : { signal }
    return exchange(transport, { method: 'GET', url: `${baseURL}${path}`, headers, ...limit })
  }
  const post = (path: string, body: Json | FormData, signal?: AbortSignal): Promise<Exchange> => {
    const isForm = body instanceof FormData
    return exchange(transport, {
      method: 'POST',
      url: `${baseURL}${path}`,
      headers: isForm ? headers : { ...headers, 'content-type': 'application/json' },
      body: isForm ? body : JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    })
  }
  const queue = queueView(async () => {
    const limit = AbortSignal.timeout(QUEUE_TIMEOUT_MS)
    try {
      return await get('/queue', limit)
    } catch (error) {
      if (!limit.aborted) throw error
      return { fact: { sent: true } }
    }
  }, options.clock)

  const finished = async (promptId: string, signal: AbortSignal): Promise<Look | undefined> => {
    const { fact, json } = await get(`/history/${promptId}`, signal)
    if (json === undefined) return { at: 'unclear', fact }
    const entry = json[promptId]
    return typeof entry === 'object' && entry !== null ? { at: 'history', entry: entry as Json } : undefined
  }

  return {
    baseURL,
    headers,
    transport,
    get,
    post,
    async look(promptId, signal) {
      const early = await finished(promptId, signal)
      if (early !== undefined) return early
      const place = await queue.find(promptId, signal)
      if (typeof place !== 'string') return { at: 'unclear', fact: place.unclear }
      if (place !== 'absent') return { at: place }
      // It may have ended between the two questions: a job leaves the queue only when it is in the history.
      return (await finished(promptId, signal)) ?? { at: 'nowhere' }
    },
  }
}

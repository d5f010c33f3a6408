import { WebSocket } from 'undici'
import type { Clock, Log } from '../../ports/runtime.ts'
import type { Json } from '../transport/exchange.ts'
import { progressBook, type ProgressBook } from './progress-book.ts'

/** Progress as ComfyUI reports it during the work: a hint, lost without harm if a socket fails. */
export type ProgressSockets = {
  /** Listens for this job if nobody here does; never waits and never fails. */
  watch(promptId: string, weights: ReadonlyMap<string, number>): void
  of(promptId: string): number | undefined
  /** The latest preview, once. */
  takePreview(promptId: string): Uint8Array | undefined
  /**
   * Resolves when a poll is worthwhile: the job has ended, or the socket was opened or lost. Undefined if nobody
   * listens.
   */
  news(promptId: string): Promise<void> | undefined
  forget(promptId: string): void
  close(): void
}

export type ProgressSocketsOptions = {
  baseURL: string
  headers: Readonly<Record<string, string>>
  clock: Clock
  log: Log
}

// ComfyUI works on one job at a time; a few more sockets exist because jobs begin before the previous one is polled.
const MOST_SOCKETS = 8
// ComfyUI sends the news for a client id to the last connection with that id. A silent socket may have been replaced by
// another process of ours, or by a restart that the connection did not reveal.
const SILENT_MS = 15_000

type Listener = {
  socket: WebSocket | undefined
  book: ProgressBook
  heardAt: number
  preview: Uint8Array | undefined
  news: PromiseWithResolvers<void>
}

/** The name under which a job is sent and listened for: anyone who knows the job can listen, in any process. */
export function clientIdOf(promptId: string): string {
  return `mediagen-${promptId}`
}

/** Listens to the watched jobs, each on its own socket. */
export function openProgressSockets(options: ProgressSocketsOptions): ProgressSockets {
  const listeners = new Map<string, Listener>()

  const connect = (promptId: string, listener: Listener): void => {
    const address = options.baseURL.replace(/^http/, 'ws')
    const url = `${address}/ws?clientId=${encodeURIComponent(clientIdOf(promptId))}`
    const socket = new WebSocket(url, { headers: { ...options.headers } })
    listener.socket = socket
    listener.heardAt = options.clock.now()
    const ring = (): void => {
      listener.news.resolve()
      listener.news = Promise.withResolvers()
    }
    const gone = (): void => {
      if (listener.socket === socket) listener.socket = undefined
      ring()
    }
    // News from before it was open is lost.
    socket.addEventListener('open', ring)
    socket.binaryType = 'arraybuffer'
    socket.addEventListener('message', (event) => {
      // Sent only to this socket, whose name is that of the job.
      const picture = previewIn(event.data)
      if (picture !== undefined) {
        listener.heardAt = options.clock.now()
        listener.preview = picture
        return
      }
      const message = read(event.data)
      if (message?.data['prompt_id'] !== promptId) return
      listener.heardAt = options.clock.now()
      listener.book.hear(message.type, message.data)
      // Sent last, once the job is in the history, however it ended.
      if (message.type === 'executing' && message.data['node'] === null) ring()
    })
    socket.addEventListener('close', gone)
    socket.addEventListener('error', () => {
      options.log.debug('no progress from ComfyUI', { baseURL: options.baseURL })
      gone()
    })
  }

  const forget = (promptId: string): void => {
    const known = listeners.get(promptId)
    known?.socket?.close()
    known?.news.resolve()
    listeners.delete(promptId)
  }

  return {
    watch(promptId, weights) {
      const known = listeners.get(promptId)
      if (known?.socket !== undefined) {
        // Only closed here: ComfyUI drops the name when the old connection ends, so the new one must come later.
        if (options.clock.now() - known.heardAt <= SILENT_MS) return
        known.socket.close()
        known.socket = undefined
        return
      }
      const oldest = listeners.keys().next().value
      if (known === undefined && listeners.size >= MOST_SOCKETS && oldest !== undefined) forget(oldest)
      const news = Promise.withResolvers<void>()
      const listener = known ?? { socket: undefined, book: progressBook(weights), heardAt: 0, preview: undefined, news }
      listeners.set(promptId, listener)
      connect(promptId, listener)
    },
    of: (promptId) => listeners.get(promptId)?.book.percent(),
    takePreview: (promptId) => {
      const listener = listeners.get(promptId)
      const picture = listener?.preview
      if (listener !== undefined) listener.preview = undefined
      return picture
    },
    news: (promptId) => {
      const known = listeners.get(promptId)
      return known?.socket === undefined ? undefined : known.news.promise
    },
    forget,
    close() {
      for (const promptId of listeners.keys()) forget(promptId)
    },
  }
}

// The bytes before a preview: that it is one, and whether it is a JPEG or a PNG.
const PREVIEW_IMAGE = 1
const PREVIEW_HEADER_BYTES = 8
// Far more than any preview has: it is at most 512 pixels wide.
const MOST_PREVIEW_BYTES = 4 * 2 ** 20

function previewIn(data: unknown): Uint8Array | undefined {
  if (!(data instanceof ArrayBuffer)) return undefined
  const isPreview = data.byteLength > PREVIEW_HEADER_BYTES && new DataView(data).getUint32(0) === PREVIEW_IMAGE
  return isPreview && data.byteLength <= MOST_PREVIEW_BYTES ? new Uint8Array(data, PREVIEW_HEADER_BYTES) : undefined
}

function read(data: unknown): { type: unknown; data: Json } | undefined {
  if (typeof data !== 'string') return undefined
  try {
    const { type, data: inner } = JSON.parse(data) as { type?: unknown; data?: Json }
    return { type, data: inner ?? {} }
  } catch {
    return undefined
  }
}

import { WebSocket } from 'undici'
import type { Log } from '../../ports/runtime.ts'

/** Progress as ComfyUI tells it while it works: a hint, lost without harm when the socket is. */
export type ProgressSocket = {
  /** Connects if there is no connection; never waits and never fails. */
  open(): void
  of(promptId: string): number | undefined
  forget(promptId: string): void
  close(): void
}

// Jobs that nobody asks after any more must not pile up.
const MOST_REMEMBERED = 1_000

/** Listens to the events of the jobs that this client started. */
export function openProgressSocket(baseURL: string, clientId: string, log: Log): ProgressSocket {
  const percents = new Map<string, number>()
  let socket: WebSocket | undefined

  const hear = (data: unknown): void => {
    if (typeof data !== 'string') return
    const percent = readProgress(data)
    if (percent === undefined) return
    if (percents.size >= MOST_REMEMBERED) percents.clear()
    percents.set(percent.promptId, percent.value)
  }

  return {
    open() {
      if (socket !== undefined) return
      const url = `${baseURL.replace(/^http/, 'ws')}/ws?clientId=${encodeURIComponent(clientId)}`
      const opened = new WebSocket(url)
      socket = opened
      const gone = (): void => {
        if (socket === opened) socket = undefined
      }
      opened.addEventListener('message', (event) => hear(event.data))
      opened.addEventListener('close', gone)
      opened.addEventListener('error', () => {
        log.debug('no progress from ComfyUI', { baseURL })
        gone()
      })
    },
    of: (promptId) => percents.get(promptId),
    forget: (promptId) => void percents.delete(promptId),
    close() {
      socket?.close()
      socket = undefined
    },
  }
}

type Message = { type?: unknown; data?: { prompt_id?: unknown; value?: unknown; max?: unknown } }

function readProgress(text: string): { promptId: string; value: number } | undefined {
  let message: Message
  try {
    message = JSON.parse(text) as Message
  } catch {
    return undefined
  }
  const { prompt_id: promptId, value, max } = message.data ?? {}
  if (message.type !== 'progress' || typeof promptId !== 'string') return undefined
  if (typeof value !== 'number' || typeof max !== 'number' || max <= 0) return undefined
  return { promptId, value: Math.min(99, (100 * value) / max) }
}

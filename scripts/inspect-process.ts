/** A line to the inspector of a running Node process on this machine. */
export type Inspected = {
  send(method: string, params?: object): Promise<Record<string, unknown>>
  on(method: string, listener: (params: Record<string, unknown>) => void): void
  /** Takes the inspector away again and hangs up. */
  close(): Promise<void>
}

type Message = {
  id?: number
  method?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown>
  error?: object
}

// Where Node opens an inspector when it is asked for one by a signal; on loopback alone.
const LIST = 'http://127.0.0.1:9229/json/list'
const TRIES = 50
const PAUSE_MS = 100

async function addressOf(pid: number): Promise<string> {
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      const [target] = (await (await fetch(LIST)).json()) as { webSocketDebuggerUrl: string }[]
      if (target !== undefined) return target.webSocketDebuggerUrl
    } catch {
      // Not open yet.
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  throw new Error(`Process ${pid} opens no inspector. Is it a Node process of yours?`)
}

/** Asks a process for its inspector and connects to it. */
export async function inspectProcess(pid: number): Promise<Inspected> {
  // What SIGUSR1 does, on Windows as well.
  ;(process as unknown as { _debugProcess(pid: number): void })._debugProcess(pid)
  const socket = new WebSocket(await addressOf(pid))
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', reject, { once: true })
  })
  const waiting = new Map<number, (message: Message) => void>()
  const closed = new Promise((resolve) => socket.addEventListener('close', resolve, { once: true }))
  const hungUp = closed.then((): Message => ({ error: { message: 'the process hung up' } }))
  const listeners = new Map<string, (params: Record<string, unknown>) => void>()
  let sent = 0
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    if (message.id !== undefined) waiting.get(message.id)?.(message)
    else listeners.get(message.method ?? '')?.(message.params ?? {})
  })
  const send = async (method: string, params: object = {}): Promise<Record<string, unknown>> => {
    const id = ++sent
    const answer = new Promise<Message>((resolve) => waiting.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const { result = {}, error } = await Promise.race([answer, hungUp])
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`)
    return result
  }
  const { result } = await send('Runtime.evaluate', { expression: 'process.pid' })
  const { value } = result as { value: number }
  if (value !== pid) throw new Error(`Port 9229 belongs to process ${value}; end its inspector first.`)
  return {
    send,
    on: (method, listener) => void listeners.set(method, listener),
    close: async () => {
      // A moment later: it waits, and the whole process with it, until this line is closed.
      const expression = "setTimeout(() => process.getBuiltinModule('node:inspector').close(), 500).unref()"
      await send('Runtime.evaluate', { expression })
      socket.close()
      await closed
    },
  }
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { atEnd } from '../../support/at-end.ts'

export type Reply = { status?: number; headers?: Record<string, string>; json?: unknown; body?: string | Uint8Array }

/** What a scripted server does with one request: answers, never answers, or cuts the line after reading it. */
export type Act = Reply | 'hang' | 'drop'

export type Seen = { method: string; path: string; headers: IncomingMessage['headers']; body: Buffer }

/** A provider's protocol, as its documentation and its package tell it. */
export type Protocol = {
  isStart(request: Seen): boolean
  isStatus(request: Seen): boolean
  /** The answer to a start; for a provider that answers with the result itself, that result. */
  started(fake: FakeProvider): Reply
  pending?(fake: FakeProvider): Reply
  done?(fake: FakeProvider): Reply
  failed(fake: FakeProvider): Reply
  refused(fake: FakeProvider): { at: 'start' | 'status'; reply: Reply }
  /** Requests beyond starts, questions and results, such as uploads. */
  other?(request: Seen, fake: FakeProvider): Act | undefined
}

/** What a request is to a provider. */
export type Arrived = 'start' | 'question' | 'cancellation' | 'result' | 'other'

/** A local server that speaks a provider's protocol and counts what physically arrives. */
export type FakeProvider = {
  url: string
  /** Where the result is; scripts may point it elsewhere. */
  resultUrl: string
  resultBytes: Uint8Array
  resultStatus: number
  starts: number
  cancels: Seen[]
  seen: Seen[]
  /** Acts for coming starts and questions, first come first served; then the protocol's own answers. */
  onStart: Act[]
  onStatus: Act[]
  onCancel: Act[]
  /** Is told of each request as it arrives, and may hold the answer back or give another. */
  onRequest?: (what: Arrived, seen: Seen) => Promise<Act | undefined>
  close(): Promise<void>
}

/** Starts the server; it ends with the test. */
export async function openFake(t: TestContext, protocol: Protocol, result: Uint8Array): Promise<FakeProvider> {
  const server = createServer((request, response) => void serve(request, response))
  await listen(server)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const fake: FakeProvider = {
    url,
    resultUrl: `${url}/results/1`,
    resultBytes: result,
    resultStatus: 200,
    starts: 0,
    cancels: [],
    seen: [],
    onStart: [],
    onStatus: [],
    onCancel: [],
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  atEnd(t, () => fake.close())

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray())
    const seen = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body }
    fake.seen.push(seen)
    const what = whatIs(seen)
    if (what === 'start') fake.starts++
    if (what === 'cancellation') fake.cancels.push(seen)
    const own = fake.onRequest === undefined ? undefined : await fake.onRequest(what, seen)
    act(response, own ?? decide(what, seen))
  }

  function whatIs(seen: Seen): Arrived {
    if (seen.path.startsWith('/results/')) return 'result'
    if (seen.method === 'DELETE' || /\/(?:cancel|interrupt)$/.test(seen.path) || isQueueDelete(seen))
      return 'cancellation'
    if (protocol.isStart(seen)) return 'start'
    return protocol.isStatus(seen) ? 'question' : 'other'
  }

  function decide(what: Arrived, seen: Seen): Act {
    switch (what) {
      case 'result':
        return { status: fake.resultStatus, body: fake.resultBytes }
      case 'cancellation':
        return fake.onCancel.shift() ?? { json: {} }
      case 'start':
        return fake.onStart.shift() ?? protocol.started(fake)
      case 'question':
        return fake.onStatus.shift() ?? protocol.done?.(fake) ?? { status: 404, json: {} }
      case 'other':
        return protocol.other?.(seen, fake) ?? { status: 404, json: { error: { message: `no route ${seen.path}` } } }
    }
  }
  return fake
}

function isQueueDelete({ method, path }: Seen): boolean {
  return method === 'POST' && path === '/queue'
}

function act(response: ServerResponse, what: Act): void {
  if (what === 'hang') return
  if (what === 'drop') {
    response.socket?.destroy()
    return
  }
  const type = what.json === undefined ? 'application/octet-stream' : 'application/json'
  response.writeHead(what.status ?? 200, { 'content-type': type, ...what.headers })
  response.end(what.json === undefined ? what.body : JSON.stringify(what.json))
}

async function listen(server: Server): Promise<void> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
}

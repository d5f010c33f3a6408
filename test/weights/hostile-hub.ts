import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { atEnd } from '../support/at-end.ts'

/** Answers one request; returns how it was asked. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void

export type HostileHub = {
  url: string
  /** Every request so far. */
  asked: { url: string; range: string | undefined; ifRange: string | undefined; authorization: string | undefined }[]
  /** Bytes of bodies that were written. */
  sent: () => number
  /** What the next requests meet, one each; after that `usual`. */
  next: Behaviour[]
  usual: Behaviour
  /** Breaks every connection. */
  cut(): void
}

/** A server on loopback that does to a download what servers, proxies and cables do. */
export async function openHub(t: TestContext, usual: Behaviour): Promise<HostileHub> {
  let sent = 0
  const hub: HostileHub = {
    url: '',
    asked: [],
    sent: () => sent,
    next: [],
    usual,
    cut: () => server.closeAllConnections(),
  }
  const server = createServer((request, response) => {
    const { range, authorization, ...headers } = request.headers
    hub.asked.push({ url: request.url ?? '', range, ifRange: headers['if-range'] as string | undefined, authorization })
    const write = response.write.bind(response)
    response.write = ((chunk: Buffer, ...rest: []) => {
      sent += chunk.length
      return write(chunk, ...rest)
    }) as typeof response.write
    const behave = hub.next.shift() ?? hub.usual
    behave(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  hub.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  atEnd(t, () => {
    server.closeAllConnections()
    server.close()
  })
  return hub
}

type Served = {
  etag?: string
  ignoresRange?: boolean
  stallsAfter?: number
  headers?: Record<string, string>
}

/** Serves bytes as a good server does, but for what `served` says. */
export function serve(bytes: Buffer, served: Served = {}): Behaviour {
  return (request, response) => {
    const { etag = '"one"', stallsAfter, ignoresRange = false, headers = {} } = served
    const from = ignoresRange ? 0 : askedFrom(request, etag)
    if (from >= bytes.length) {
      response.writeHead(416, { 'content-range': `bytes */${bytes.length}`, etag }).end()
      return
    }
    const range = from > 0 ? { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` } : {}
    response.writeHead(from > 0 ? 206 : 200, { etag, 'content-length': bytes.length - from, ...range, ...headers })
    const rest = bytes.subarray(from)
    if (stallsAfter !== undefined) response.write(rest.subarray(0, stallsAfter))
    else response.write(rest, () => response.end())
  }
}

/** Where the rest begins that a request asks for; all of it where the file has another tag by now. */
function askedFrom({ headers }: IncomingMessage, etag: string): number {
  const isCurrent = headers['if-range'] === undefined || headers['if-range'] === etag
  return isCurrent ? Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0) : 0
}

export const redirect =
  (location: string, headers: Record<string, string> = {}): Behaviour =>
  (_request, response) =>
    void response.writeHead(302, { location, ...headers }).end()

export const status =
  (code: number, headers: Record<string, string> = {}): Behaviour =>
  (_request, response) =>
    void response.writeHead(code, headers).end('no')

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

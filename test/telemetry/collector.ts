import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { atEnd } from '../support/at-end.ts'
import { eventually } from '../support/eventually.ts'
import { readExport, type ReceivedSpan } from './read-otlp.ts'

/** A collector that speaks OTLP over HTTP, on loopback. It ends with the test. */
export type Collector = {
  url: string
  spans: ReceivedSpan[]
  headers: Record<string, string | string[] | undefined>[]
  /** Answers with this status from now on. */
  answer(status: number): void
  /** Waits until this many spans of the name have come. */
  named(name: string, count?: number): Promise<ReceivedSpan[]>
}

export async function openCollector(t: TestContext): Promise<Collector> {
  const spans: ReceivedSpan[] = []
  const headers: Collector['headers'] = []
  let status = 200
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const isExport = request.method === 'POST' && request.url === '/v1/traces'
    const isJson = request.headers['content-type'] === 'application/json'
    if (!isExport || !isJson) return void response.writeHead(404).end()
    headers.push(request.headers)
    if (status === 200) spans.push(...readExport(Buffer.concat(chunks)))
    // An empty object is the answer that takes everything.
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  }
  const server = createServer((request, response) => void take(request, response))
  await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port: 0 }, resolve))
  atEnd(t, async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers,
    answer: (next) => {
      status = next
    },
    named: (name, count = 1) =>
      eventually(() => {
        const found = spans.filter((span) => span.name === name)
        return found.length >= count ? found : undefined
      }),
  }
}

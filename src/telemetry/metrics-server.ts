import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isMeantFor } from '../core/loopback.ts'
import type { Log } from '../ports/runtime.ts'
import type { Scrape } from './scrape.ts'

/** Where an operator's own network asks for metrics, without a key. */
export type MetricsServer = { url: string; close(): Promise<void> }

type Listening = {
  host: string
  port: number
  /** The names beside those of this machine that requests may be for; undefined where they may be for any. */
  ownNames?: readonly string[] | undefined
  scrape: () => Promise<Scrape>
  log: Log
}

/** Answers `GET /metrics` on a port of its own, and nothing else. */
export async function openMetricsServer({ host, port, ownNames, scrape, log }: Listening): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (ownNames !== undefined && !isMeantFor(ownNames, request.headers.host))
      return void response.writeHead(421, { 'content-type': 'text/plain' }).end('Use localhost.\n')
    const isAsked = /^\/metrics(?:\?|$)/.test(request.url ?? '') && ['GET', 'HEAD'].includes(request.method ?? '')
    if (!isAsked)
      return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Metrics are at /metrics.\n')
    scrape().then(
      ({ contentType, text }) => response.writeHead(200, { 'content-type': contentType }).end(text),
      (error: unknown) => {
        log.error('metrics could not be shown', { error })
        response
          .writeHead(500, { 'content-type': 'text/plain' })
          .end('The metrics could not be collected. The log has the reason.\n')
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, resolve)
  })
  const { port: taken } = server.address() as AddressInfo
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${taken}/metrics`
  log.info('metrics are served without a key', { url })
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

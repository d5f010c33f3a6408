import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../core/errors.ts'
import { isMeantFor } from '../../core/loopback.ts'
import { answerIsLast } from '../answer/raw-responses.ts'

/**
 * Turns away requests for foreign host names, if only our own machine can reach us: a page on the web may send them.
 */
export function checkHost(app: FastifyInstance, names: readonly string[] | undefined): void {
  if (names === undefined) return
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    if (isMeantFor(names, headers.host)) return done()
    const message =
      'The service listens on loopback and does not know the name in the Host header. Use localhost; behind a ' +
      'proxy, set MEDIAGEN_PUBLIC_URL, or list the name in MEDIAGEN_PUBLIC_HOSTS.'
    done(new AppError('misdirected_request', message, { param: 'Host' }))
  })
}

/** Turns away requests whose head a proxy in front may have understood differently. */
export function checkHeads(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    const fault = faultOf(raw)
    if (fault === undefined) return done()
    // Where the next request on this connection begins is equally doubtful.
    reply.header('connection', 'close')
    answerIsLast(raw.socket)
    done(fault)
  })
}

function faultOf(raw: IncomingMessage): AppError | undefined {
  const hosts = countHeader(raw, 'host')
  if (hosts > 1) return refuse('Host', 'The request has two Host headers. Send one.')
  if (hosts === 0 && raw.httpVersion === '1.1') return refuse('Host', 'The request has no Host header. Send one.')
  const coding = raw.headers['transfer-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    return refuse('Transfer-Encoding', 'Send no Transfer-Encoding, or only chunked.')
  }
  return undefined
}

/** How often a header was sent: Node shows only one of some. */
export function countHeader({ rawHeaders }: IncomingMessage, name: string): number {
  let count = 0
  // Names and values alternate.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index]
    if (sent?.length === name.length && sent.toLowerCase() === name) count++
  }
  return count
}

function refuse(param: string, message: string): AppError {
  return new AppError('invalid_parameter', message, { param })
}

import Fastify, { type FastifyInstance } from 'fastify'
import { randomBase62 } from '../core/text/random-text.ts'
import { answerBareRequests, answerClientError } from './answer/raw-responses.ts'
import { sendError } from './answer/error-reply.ts'
import { boundUnreadBodies } from './answer/linger.ts'
import { answerUnrouted, type NoPage } from './answer/not-found.ts'
import { authenticateWith } from './edge/authenticate.ts'
import { checkHeads, checkHost } from './edge/check-head.ts'
import { holdConnections } from './edge/client-connection.ts'
import { checkParameters, NO_COMPILERS } from './edge/check-parameters.ts'
import { people } from './edge/people.ts'
import { limitRates } from './edge/limit-rates.ts'
import { letGoOfConnections } from './edge/drain-connections.ts'
import { negotiateWith } from './edge/accept.ts'
import { logRequests } from './edge/request-log.ts'
import { traceRequests } from './edge/request-trace.ts'
import { failedKeys } from './perimeter/failed-keys.ts'
import { guardOutside, outsideAddress } from './perimeter/guard-perimeter.ts'
import { limitAddresses } from './perimeter/limit-addresses.ts'
import type { AppParts } from './server-parts.ts'

const SECOND = 1_000
// Slow headers hold a socket for nothing; ten seconds are plenty for 16 KiB on any connection.
const HEADERS_TIMEOUT_MS = 10 * SECOND
// The whole request, including its body: 64 MiB in two minutes needs 4.5 Mbit/s.
const REQUEST_TIMEOUT_MS = 120 * SECOND
// Longer than the 60 s of common load balancers: if we closed first, they would sometimes answer 502.
const KEEP_ALIVE_TIMEOUT_MS = 72 * SECOND
const MAX_HEADER_BYTES = 16 * 1024
// Node checks for overdue requests this often; with its default of 30 s, the timeouts above would mean little.
const CHECK_TIMEOUTS_EVERY_MS = 2 * SECOND
const REQUEST_ID_LENGTH = 16

/**
 * A server without routes: limits, errors in our form, a log line per request, and an access decision for every route.
 */
export function openApp(parts: AppParts, noPage: NoPage = () => undefined): FastifyInstance {
  const newRequestId = (): string => `req_${randomBase62(REQUEST_ID_LENGTH, parts.random.bytes)}`
  const app = Fastify({
    logger: false,
    trustProxy: false,
    genReqId: newRequestId,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    // While we drain, our own hook answers, in our own form.
    return503OnClosing: false,
    schemaController: NO_COMPILERS,
    forceCloseConnections: 'idle',
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // We refuse it ourselves, in our own form.
      requireHostHeader: false,
      connectionsCheckingInterval: CHECK_TIMEOUTS_EVERY_MS,
    },
    // An overlong id is an unknown id, which the route reports better than the router.
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    clientErrorHandler: (error, socket) => {
      const requestId = newRequestId()
      parts.log.debug('not http', { code: error.code, requestId })
      answerClientError(error, socket, requestId)
    },
    frameworkErrors: (error, { id: requestId }, reply) => {
      parts.log.info('malformed path', { code: error.code, requestId })
      sendError(parts.log, reply, error)
    },
  })
  readBodiesOurselves(app)
  checkParameters(app)
  app.setErrorHandler((error, _request, reply) => sendError(parts.log, reply, error))
  traceRequests(app, parts)
  const addressOf = outsideAddress(parts.outside)
  logRequests(app, parts, addressOf)
  guardOutside(app, parts, newRequestId)
  letGoOfConnections(app, parts)
  boundUnreadBodies(app)
  checkHeads(app)
  checkHost(app, parts.outside?.ownNames)
  answerBareRequests(app, newRequestId)
  answerUnrouted(app, noPage)
  authenticateWith(app, { ...parts, people: people(parts) }, { ...failedKeys(parts), addressOf })
  limitAddresses(app, parts, addressOf)
  limitRates(app, parts)
  holdConnections(app, parts)
  negotiateWith(app)
  return app
}

/**
 * Bodies are streams that body/ reads and checks with the table of the API. If the framework parsed them too, a
 * Content-Type that the two understand differently would slip past the check.
 */
function readBodiesOurselves(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
}

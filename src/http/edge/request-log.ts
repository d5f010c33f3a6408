import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock, Log } from '../../ports/runtime.ts'
import type { Meters } from '../../ports/telemetry.ts'

type RequestLog = { log: Log; clock: Clock; meters?: Meters | undefined }

type Begun = { at: number; bytesWritten: number }

/**
 * Gives every answer its request id and the log one line per request: who, what, the outcome, the duration, and the
 * size. No header, body, path or query string is in it: they contain prompts, secrets and signed URLs.
 */
export function logRequests(
  app: FastifyInstance,
  { log, clock, meters }: RequestLog,
  addressOf: (raw: FastifyRequest['raw']) => string | null,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    // Once the connection is closed, the address is no longer available.
    const address = addressOf(request.raw)
    const { socket } = request.raw
    const begun: Begun = { at: clock.elapsed(), bytesWritten: socket.bytesWritten }
    // Not onResponse: that hook misses clients that disconnect before their answer.
    reply.raw.once('close', () => {
      const fields = fieldsOf(request, reply)
      const ms = clock.elapsed() - begun.at
      const { method, route, status } = fields
      meters?.request({ method, route, status, ms })
      request.span?.end(status)
      const line = { ...fields, address, ms: Math.round(ms), bytes: socket.bytesWritten - begun.bytesWritten }
      if (request.routeOptions.config?.quiet === true) log.debug('request', line)
      else log.info('request', line)
    })
    done()
  })
}

function fieldsOf(request: FastifyRequest, { raw }: FastifyReply) {
  const { method, routeOptions, id } = request
  // There is a caller only if a key was required and valid.
  const { caller } = request as Partial<Pick<FastifyRequest, 'caller'>>
  return {
    method,
    // The pattern, never the path: paths contain ids, and a mistyped one may contain anything.
    route: routeOptions.url ?? null,
    status: raw.headersSent ? raw.statusCode : null,
    requestId: id,
    // Present in every line, and omitted by the serializer if undefined: lines of one shape are written faster.
    traceId: request.span?.traceId,
    keyId: caller?.id ?? null,
    hungUp: raw.writableFinished ? undefined : true,
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Machines ask so often that these lines would flood the log. */
    quiet?: boolean
  }
}

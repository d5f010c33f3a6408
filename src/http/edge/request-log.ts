import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../../ports/runtime.ts'

/** Gives every answer its request id and the log one line per request, without headers, bodies or query strings. */
export function logRequests(app: FastifyInstance, log: Log): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // Not onResponse: that hook never hears of clients that hang up before their answer.
    reply.raw.once('close', () => logAnswer(log, request, reply))
  })
}

function logAnswer(log: Log, request: FastifyRequest, reply: FastifyReply): void {
  const { method, routeOptions, id } = request
  const fields = {
    method,
    // The pattern, never the path: paths hold ids, and a mistyped one may hold anything.
    route: routeOptions.url ?? null,
    status: reply.raw.headersSent ? reply.raw.statusCode : null,
    ms: Math.round(reply.elapsedTime),
    requestId: id,
    ...(reply.raw.writableFinished ? {} : { hungUp: true }),
  }
  if (routeOptions.config?.quiet === true) log.debug('request', fields)
  else log.info('request', fields)
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Asked so often by machines that it would drown the log. */
    quiet?: boolean
  }
}

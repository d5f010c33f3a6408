import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { AppError } from '../../core/errors.ts'
import type { AppParts } from '../server-parts.ts'

/**
 * Ends connections while the service stops. Otherwise, a client that keeps its connection open after its last answer
 * would delay the stop until the keep-alive timeout.
 */
export function letGoOfConnections(
  app: FastifyInstance,
  { draining, closing }: Pick<AppParts, 'draining' | 'closing'>,
): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining.aborted) reply.header('connection', 'close')
    done()
  })
  app.addHook('onRequest', (_request, reply, done) => {
    // An answer whose head was already sent cannot announce it: its connection is ended once it is idle.
    reply.raw.once('close', () => {
      if (closing.aborted) setImmediate(() => app.server.closeIdleConnections())
    })
    done()
  })
}

/** Refuses new work while the service stops, before a byte of the body is read. */
export function refuseWhileDraining({ draining }: Pick<AppParts, 'draining'>): onRequestHookHandler {
  return (_request, _reply, done) => {
    if (!draining.aborted) return done()
    done(new AppError('shutting_down', 'The service is stopping and does not accept new work. Try again in a moment.'))
  }
}

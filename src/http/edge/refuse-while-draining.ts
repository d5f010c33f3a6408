import type { onRequestHookHandler } from 'fastify'
import { AppError } from '../../core/errors.ts'
import type { ServerParts } from '../server-parts.ts'

/** Refuses new work while the service stops, before a byte of the body is read. */
export function refuseWhileDraining({ draining }: Pick<ServerParts, 'draining'>): onRequestHookHandler {
  return (_request, _reply, done) => {
    if (!draining.aborted) return done()
    done(new AppError('shutting_down', 'The service is stopping and takes no new work. Try again in a moment.'))
  }
}

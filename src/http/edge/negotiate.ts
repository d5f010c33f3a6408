import type { FastifyInstance } from 'fastify'
import { AppError } from '../../core/errors.ts'
import { accepts } from './accept.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The media type of the answers of an API route, where it is not JSON. */
    answers?: string
  }
}

/** Turns away callers of the API who rule out the only form in which it answers. */
export function negotiateWith(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { url, config } = request.routeOptions
    if (url?.startsWith('/api/') !== true) return done()
    const answer = config.answers ?? 'application/json'
    if (accepts(request.headers.accept, answer)) return done()
    const message = `Answers here are ${answer}: allow that in the Accept header, or send none.`
    done(new AppError('not_acceptable', message))
  })
}

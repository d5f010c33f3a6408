import type { FastifyInstance } from 'fastify'
import { AppError } from '../../core/errors.ts'
import { accepts } from './accept.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The media types of the answers of an API route, where it is not JSON alone. */
    answers?: string | readonly string[]
  }
}

/** Turns away callers of the API who rule out the only form in which it answers. */
export function negotiateWith(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { url, config } = request.routeOptions
    if (url?.startsWith('/api/') !== true) return done()
    const { answers = 'application/json' } = config
    const { accept } = request.headers
    if (typeof answers === 'string' ? accepts(accept, answers) : answers.some((each) => accepts(accept, each)))
      return done()
    const message = `Answers here are ${[answers].flat().join(' or ')}: allow that in the Accept header, or send none.`
    done(new AppError('not_acceptable', message))
  })
}

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
  app.addHook('onRequest', async (request) => {
    const { url, config } = request.routeOptions
    if (url?.startsWith('/api/') !== true) return
    const answer = config.answers ?? 'application/json'
    if (accepts(request.headers.accept, answer)) return
    throw new AppError('not_acceptable', `Answers here are ${answer}: allow that in the Accept header, or send none.`)
  })
}

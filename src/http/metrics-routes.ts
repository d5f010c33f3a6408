import { AppError } from '../core/errors.ts'
import { errorAnswers, KEY_ERRORS, SERVER_ERRORS } from './answer/describe-answers.ts'
import type { TypedRoutes } from './answer/schema.ts'
import type { ServerParts } from './server-parts.ts'

const ERRORS = [...KEY_ERRORS, 'route_not_found', ...SERVER_ERRORS] as const

const Metrics = {
  description: 'One line for each value, in the text form of Prometheus.',
  content: { 'text/plain': { schema: { type: 'string' } } },
}

/** What this process has counted, for those who may see everything. */
export function metricsRoutes({ scrape }: Pick<ServerParts, 'scrape'>): TypedRoutes {
  return async (app) => {
    const schema = {
      tags: ['Operation'],
      operationId: 'getMetrics',
      summary: 'Prometheus metrics of this process',
      description: 'For Prometheus, with a key of scope `admin`; docs/metrics.md lists them all.',
      response: { 200: Metrics, ...errorAnswers(ERRORS) },
    }
    app.get('/metrics', { config: { auth: 'admin', quiet: true }, schema }, async (_request, reply) => {
      if (scrape === undefined)
        throw new AppError('route_not_found', 'This service counts nothing: MEDIAGEN_METRICS is off.')
      const { contentType, text } = await scrape()
      return reply.header('content-type', contentType).send(text)
    })
  }
}

import { readinessCheck, type ReadinessDeps } from '../actions/reading/check-readiness.ts'
import { AppError } from '../core/errors.ts'
import { errorAnswers, KEY_ERRORS, SERVER_ERRORS } from './answer/describe-answers.ts'
import { Type, type TypedRoutes } from './answer/schema.ts'
import type { AppParts } from './server-parts.ts'

const Health = Type.Object({ status: Type.Literal('ok') }, { description: 'The service is healthy.' })
const Readiness = Type.Object(
  {
    status: Type.Literal('ok'),
    notes: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Conditions that do not affect readiness; absent if there are none.',
      }),
    ),
  },
  { description: 'The service is ready.' },
)

export type HealthParts = ReadinessDeps & Pick<AppParts, 'draining'>

export type MetricsParts = {
  /** Returns the metrics as text. */
  scrape?: (() => Promise<{ contentType: string; text: string }>) | undefined
}

/** Tells machines whether the process lives, and whether it should receive requests. */
export function healthRoutes(parts: HealthParts): TypedRoutes {
  return async (app) => {
    const config = { auth: 'none', quiet: true } as const
    const tags = ['Operation']

    const healthz = { tags, operationId: 'getHealth', summary: 'Liveness', response: { 200: Health } }
    app.get('/healthz', { config, schema: healthz }, async () => ({ status: 'ok' }) as const)

    const readyz = {
      tags,
      operationId: 'getReadiness',
      summary: 'Readiness',
      description:
        'Returns 200 once the process serves requests, and 503 while it drains, if the database or the file storage is not ' +
        'responding, or if its heartbeat is late. The message lists every problem.',
      response: { 200: Readiness, ...errorAnswers(['shutting_down', 'storage_unavailable']) },
    }
    const check = readinessCheck(parts)
    app.get('/readyz', { config, schema: readyz }, async () => {
      if (parts.draining.aborted) throw new AppError('shutting_down', 'The service is stopping.')
      const { problems, notes } = await check()
      if (problems.length > 0) throw new AppError('storage_unavailable', problems.join(' '))
      return { status: 'ok' as const, ...(notes.length === 0 ? {} : { notes }) }
    })
  }
}

const ERRORS = [...KEY_ERRORS, 'route_not_found', ...SERVER_ERRORS] as const

const Metrics = {
  description: 'The metrics in the Prometheus text format.',
  content: { 'text/plain': { schema: { type: 'string' } } },
}

/** The metrics of this process, for callers who may see everything. */
export function metricsRoutes({ scrape }: MetricsParts): TypedRoutes {
  return async (app) => {
    const schema = {
      tags: ['Operation'],
      operationId: 'getMetrics',
      summary: 'Get the Prometheus metrics of this process',
      description: 'For Prometheus; requires a key with the `admin` scope. docs/metrics.md lists all metrics.',
      response: { 200: Metrics, ...errorAnswers(ERRORS) },
    }
    app.get('/metrics', { config: { auth: 'admin', quiet: true }, schema }, async (_request, reply) => {
      if (scrape === undefined) throw new AppError('route_not_found', 'There are no metrics: MEDIAGEN_METRICS is off.')
      const { contentType, text } = await scrape()
      return reply.header('content-type', contentType).send(text)
    })
  }
}

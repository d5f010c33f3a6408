import { AppError } from '../core/errors.ts'
import { errorAnswers } from './answer/describe-answers.ts'
import type { ServerParts } from './server-parts.ts'
import { Type, type TypedRoutes } from './answer/schema.ts'

const Health = Type.Object({ status: Type.Literal('ok') }, { description: 'All is well.' })

/** Tells machines whether the process lives, and whether it should be sent work. */
export function healthRoutes(parts: ServerParts): TypedRoutes {
  return async (app) => {
    const config = { auth: 'none', quiet: true } as const
    const tags = ['Operation']

    const healthz = { tags, operationId: 'getHealth', summary: 'Does the process live?', response: { 200: Health } }
    app.get('/healthz', { config, schema: healthz }, async () => ({ status: 'ok' }) as const)

    const readyz = {
      tags,
      operationId: 'getReadiness',
      summary: 'Should it be sent work?',
      description: '200 once requests are served; 503 while it drains or when the database does not answer.',
      response: { 200: Health, ...errorAnswers(['shutting_down', 'storage_unavailable']) },
    }
    app.get('/readyz', { config, schema: readyz }, async () => {
      if (parts.draining.aborted) throw new AppError('shutting_down', 'The service is stopping.')
      await parts.store.ping().catch((cause: unknown) => {
        throw new AppError('storage_unavailable', 'The database does not answer.', { cause })
      })
      return { status: 'ok' } as const
    })
  }
}

import type { FastifyPluginAsync } from 'fastify'
import type { ServerParts } from '../server-parts.ts'
export function docsRoutes(_parts: Pick<ServerParts, 'publicUrl'>): FastifyPluginAsync {
  return async (app) => {
    app.get('/openapi.json', { config: { auth: 'none' }, schema: { hide: true } }, async () => app.swagger())
  }
}

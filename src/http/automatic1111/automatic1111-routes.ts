import type { FastifyPluginAsync } from 'fastify'
import type { AuthDecision } from '../edge/authenticate.ts'
import { preparedJson } from '../answer/send-asset.ts'
import { loadedHandlers, type Handler, type Handlers } from '../edge/loaded-handlers.ts'
import { refuseWhileDraining } from '../edge/drain-connections.ts'
import type { ServerParts } from '../server-parts.ts'
import { FIXED_LISTS } from './setting-handlers.ts'

type Route = { method: 'GET' | 'POST'; url: string; auth: AuthDecision; run: Handler }

/**
 * The interface of Automatic1111's web interface, in so far as chat programs use it, over the same tasks and keys. The routes
 * are here from the start; what they need is loaded by the first who asks.
 */
export function automatic1111Routes(parts: ServerParts): FastifyPluginAsync {
  return async (app) => {
    for (const { method, url, auth, run } of routesOf(parts)) {
      // What only stops something is right while the service stops, too.
      const making = method === 'POST' && auth === 'images:write' ? { onRequest: refuseWhileDraining(parts) } : {}
      const config = { auth, basicAuth: true } as const
      // Described in a document of its own.
      app.route({ method, url, config, exposeHeadRoute: false, ...making, handler: run })
    }
  }
}

function routesOf(parts: ServerParts): Route[] {
  const handler = loadedHandlers(() => load(parts))
  const lists = Object.entries(FIXED_LISTS).map(([name, list]): Route => ({
    method: 'GET',
    url: `/${name}`,
    auth: 'any key',
    run: async () => list,
  }))
  return [
    { method: 'POST', url: '/txt2img', auth: 'images:write', run: handler('fromText') },
    { method: 'POST', url: '/img2img', auth: 'images:write', run: handler('fromPicture') },
    { method: 'GET', url: '/options', auth: 'any key', run: handler('options') },
    { method: 'POST', url: '/options', auth: 'images:write', run: handler('change') },
    { method: 'GET', url: '/sd-models', auth: 'any key', run: handler('models') },
    { method: 'POST', url: '/interrupt', auth: 'any key', run: handler('interrupt') },
    { method: 'POST', url: '/skip', auth: 'any key', run: handler('skip') },
    { method: 'GET', url: '/progress', auth: 'tasks:read', run: handler('progress') },
    { method: 'GET', url: '/openapi.json', auth: 'none', run: handler('document') },
    ...lists,
  ]
}

async function load(parts: ServerParts): Promise<Handlers> {
  const [{ checkpoints }, { generationHandlers }, { settingHandlers }, { automatic1111Document }] = await Promise.all([
    import('./checkpoints.ts'),
    import('./generation-handlers.ts'),
    import('./setting-handlers.ts'),
    import('./automatic1111-document.ts'),
  ])
  const chosen = checkpoints(parts)
  const document: Handler = preparedJson(() => automatic1111Document(parts.version))
  return { ...generationHandlers(parts, chosen), ...settingHandlers(parts, chosen), document }
}

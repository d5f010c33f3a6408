import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { AppError } from '../../core/errors.ts'
import type { AuthDecision } from '../edge/authenticate.ts'
import { preparedJson } from '../answer/send-asset.ts'
import { loadedHandlers, type Handler } from '../edge/loaded-handlers.ts'
import { refuseWhileDraining } from '../edge/drain-connections.ts'
import type { ServerParts } from '../server-parts.ts'
import type { DialectParts } from './accept-generation.ts'
import { answerErrors } from './dialect-errors.ts'
import { givenAnswers } from './given-answers.ts'

type Route = { method: 'GET' | 'POST' | 'DELETE'; url: string; auth: AuthDecision; run: Handler }

/**
 * The interface of OpenAI's clients, over the same tasks and keys. The routes are here from the start; what they need is
 * loaded by the first who asks, since most processes never see such a client.
 */
export function openaiRoutes(parts: ServerParts): FastifyPluginAsync {
  return async (app) => {
    const answers = givenAnswers(parts)
    answerErrors(app, parts.log, (request) => {
      if (!parts.adoptRetries) return
      // Too many requests are turned away before the hook below.
      answers.usedAgain(request)
      answers.refused(request)
    })
    answerUnknown(app)
    if (parts.adoptRetries) {
      app.addHook('onRequest', (request, _reply, done) => {
        answers.usedAgain(request)
        done()
      })
    }
    for (const { method, url, auth, run } of routesOf({ ...parts, answers })) {
      const making = method === 'POST' ? { onRequest: refuseWhileDraining(parts) } : {}
      // Described in a document of its own.
      const options = { method, url, config: { auth }, exposeHeadRoute: false, ...making }
      app.route({ ...options, handler: run })
    }
  }
}

function routesOf(parts: DialectParts): Route[] {
  const images = loadedHandlers(async () => (await import('./images/image-handlers.ts')).imageHandlers(parts))
  const videos = loadedHandlers(async () => (await import('./videos/video-handlers.ts')).videoHandlers(parts))
  const models = loadedHandlers(async () => (await import('./model-handlers.ts')).modelHandlers(parts))
  const document = loadedHandlers(async () => {
    const { openaiDocument } = await import('./document/openai-document.ts')
    return { show: preparedJson(() => openaiDocument(parts.version)) }
  })
  return [
    { method: 'POST', url: '/images/generations', auth: 'images:write', run: images('generate') },
    { method: 'POST', url: '/images/edits', auth: 'images:write', run: images('edit') },
    { method: 'POST', url: '/images/variations', auth: 'images:write', run: images('vary') },
    { method: 'POST', url: '/videos', auth: 'videos:write', run: videos('create') },
    { method: 'GET', url: '/videos', auth: 'tasks:read', run: videos('list') },
    { method: 'GET', url: '/videos/:id', auth: 'tasks:read', run: videos('get') },
    { method: 'DELETE', url: '/videos/:id', auth: 'tasks:write', run: videos('remove') },
    { method: 'GET', url: '/videos/:id/content', auth: 'tasks:read', run: videos('content') },
    { method: 'POST', url: '/videos/:id/remix', auth: 'videos:write', run: videos('remix') },
    { method: 'POST', url: '/videos/edits', auth: 'videos:write', run: videos('refuse') },
    { method: 'POST', url: '/videos/extensions', auth: 'videos:write', run: videos('refuse') },
    { method: 'POST', url: '/videos/characters', auth: 'videos:write', run: videos('refuse') },
    { method: 'GET', url: '/models', auth: 'any key', run: models('list') },
    { method: 'GET', url: '/models/*', auth: 'any key', run: models('get') },
    { method: 'GET', url: '/openapi.json', auth: 'none', run: document('show') },
  ]
}

/** What is not there answers in the same form as the rest of this interface. */
function answerUnknown(app: FastifyInstance): void {
  app.setNotFoundHandler(async () => {
    throw new AppError('route_not_found', 'There is nothing at this address. GET /v1/openapi.json lists what there is.')
  })
}

import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { thumbnails } from '../../actions/running/make-thumbnail.ts'
import { AppError } from '../../core/errors.ts'
import { didYouMean } from '../../core/text/nearest-name.ts'
import type { AuthDecision } from '../edge/authenticate.ts'
import { describeRoutes } from '../answer/document.ts'
import { loadedHandlers, type Handler } from '../edge/loaded-handlers.ts'
import { refuseWhileDraining } from '../edge/drain-connections.ts'
import type { DialectParts, OpenaiParts } from './accept-generation.ts'
import { answerErrors } from './dialect-errors.ts'
import { givenAnswers } from './given-answers.ts'
import { ANSWER_SCHEMAS, OPERATIONS, type ListedModel } from './operations.ts'
import type { ApiKey } from '../../core/keys/api-key.ts'
import type { Model } from '../../core/tasks/model.ts'
import type { Static } from '../answer/schema.ts'

type Route = {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  auth: AuthDecision
  is: keyof typeof OPERATIONS
  run: Handler
}

/**
 * The API of OpenAI's clients, over the same tasks and keys. The routes exist from the start; the first request loads
 * their handlers, since most processes never see such a client.
 */
export function openaiRoutes(parts: OpenaiParts): FastifyPluginAsync {
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
    describeRoutes(app, {
      title: 'mediagen for OpenAI clients',
      version: parts.version,
      description:
        "OpenAI's API, with the same tasks and keys as /api. Parameters that have no effect here are ignored, with a warning in the receipt and in the header x-mediagen-warnings; those that would change the cost or the number of results are refused.",
      tags: ['Images', 'Videos', 'Models'].map((name) => ({ name })),
      keys: { apiKey: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer <key>' } },
      schemas: ANSWER_SCHEMAS,
    })
    const small = thumbnails(parts)
    // Otherwise, a spritesheet whose client has disconnected would be written after everything was closed.
    app.addHook('onClose', () => small.settled())
    for (const { method, url, auth, is, run } of routesOf({ ...parts, answers, small })) {
      const making = method === 'POST' ? { onRequest: refuseWhileDraining(parts) } : {}
      const schema = { operationId: is, ...OPERATIONS[is] }
      app.route({ method, url, config: { auth }, schema, exposeHeadRoute: false, ...making, handler: run })
    }
  }
}

function routesOf(parts: DialectParts): Route[] {
  const images = loadedHandlers(async () => (await import('./images/image-handlers.ts')).imageHandlers(parts))
  const videos = loadedHandlers(async () => (await import('./videos/video-handlers.ts')).videoHandlers(parts))
  const models = modelHandlers(parts)
  const [image, video] = [
    { method: 'POST', auth: 'images:write' },
    { method: 'POST', auth: 'videos:write' },
  ] as const
  const read = { method: 'GET', auth: 'tasks:read' } as const
  const list = { method: 'GET', auth: 'any key' } as const
  return [
    { ...image, url: '/images/generations', is: 'createImages', run: images('generate') },
    { ...image, url: '/images/edits', is: 'editImages', run: images('edit') },
    { ...image, url: '/images/variations', is: 'varyImages', run: images('vary') },
    { ...read, url: '/images/tasks/:id', is: 'getImageTask', run: images('task') },
    { ...video, url: '/videos', is: 'createVideo', run: videos('create') },
    { ...read, url: '/videos', is: 'listVideos', run: videos('list') },
    { ...read, url: '/videos/:id', is: 'getVideo', run: videos('get') },
    { method: 'DELETE', auth: 'tasks:write', url: '/videos/:id', is: 'deleteVideo', run: videos('remove') },
    { ...read, url: '/videos/:id/content', is: 'downloadVideo', run: videos('content') },
    { ...video, url: '/videos/:id/remix', is: 'remixVideo', run: videos('remix') },
    { ...video, url: '/videos/edits', is: 'editVideo', run: videos('edit') },
    { ...video, url: '/videos/extensions', is: 'extendVideo', run: videos('edit') },
    { ...video, url: '/videos/characters', is: 'createCharacter', run: videos('refuse') },
    { ...list, url: '/models', is: 'listModels', run: models.list },
    { ...list, url: '/models/*', is: 'getModel', run: models.get },
  ]
}

/** A missing route is answered in the same form as the rest of this API. */
function answerUnknown(app: FastifyInstance): void {
  app.setNotFoundHandler(async () => {
    throw new AppError('route_not_found', 'There is nothing at this URL. GET /v1/openapi.json lists the endpoints.')
  })
}

/** The models of this key, as these clients list them. */
function modelHandlers({ catalog }: OpenaiParts) {
  const mine = ({ models }: ApiKey): Static<typeof ListedModel>[] => {
    const kindsOf = new Map<string, Model['kind'][]>()
    const all = catalog.list().filter(({ id }) => models === null || models.includes(id))
    const aliases = all.flatMap((model) => (model.aliases ?? []).map((id) => ({ id, kind: model.kind })))
    // Clients that look up a name before they use it find aliases too.
    for (const { id, kind } of [...all, ...aliases]) {
      // Here, a name may stand for a model of each kind; there, it is one model, and duplicate names break clients.
      kindsOf.set(id, [...(kindsOf.get(id) ?? []), kind])
    }
    // The creation time of a model is unknown; clients that sort by it keep the given order.
    return [...kindsOf].map(([id, kinds]) => ({ id, object: 'model', created: 0, owned_by: 'mediagen', kinds }))
  }

  return {
    list: async ({ caller }: FastifyRequest) => ({ object: 'list', data: mine(caller) }),
    get: async ({ caller, params }: FastifyRequest) => {
      const { '*': id } = params as { '*': string }
      const models = mine(caller)
      const found = models.find((model) => model.id === id)
      if (found === undefined) {
        const near = didYouMean(
          id,
          models.map((model) => model.id),
        )
        const message = `There is no model '${id.slice(0, 80)}' for this API key.${near}`
        throw new AppError('model_not_found', message, { param: 'model' })
      }
      return found
    },
  }
}

import type { CheckpointParts } from './checkpoints.ts'
import type { FastifyPluginAsync, FastifySchema } from 'fastify'
import type { ErrorCode } from '../../core/errors.ts'
import { BODY_ERRORS, CLIENT_ERRORS, describeAnswers, generationErrors } from '../answer/describe-answers.ts'
import { describeRoutes } from '../answer/document.ts'
import { Type, type Schema } from '../answer/schema.ts'
import { formBody } from '../body/form-schema.ts'
import type { AuthDecision } from '../edge/authenticate.ts'
import { refuseWhileDraining } from '../edge/drain-connections.ts'
import { loadedHandlers, type Handler, type Handlers } from '../edge/loaded-handlers.ts'
import { PICTURE_FORM, TEXT_FORM } from './generation-forms.ts'
import type { PictureParts } from './generation-handlers.ts'
import { FIXED_LISTS, Options } from './setting-handlers.ts'

type Route = { method: 'GET' | 'POST'; url: string; auth: AuthDecision; schema: FastifySchema; run: Handler }

const anyObject = (more: object = {}) => Type.Object({}, { additionalProperties: true, ...more })

const Made = Type.Object({
  images: Type.Array(Type.String({ description: 'A PNG as base64.' })),
  parameters: anyObject({ description: 'The parameters of the images.' }),
  info: Type.String({
    description: 'JSON text with seed, infotexts, task_id and the warnings of the receipt.',
  }),
})
const Progress = Type.Object({
  progress: Type.Number({ description: 'From 0 to 1, for the image closest to completion.' }),
  eta_relative: Type.Number({ description: 'Always 0, because the remaining time is unknown.' }),
  state: anyObject({ description: 'job_count: the number of unfinished images of this key.' }),
  current_image: Type.Null(),
  textinfo: Type.Null(),
})
const List = Type.Array(anyObject())
const MAKING: readonly ErrorCode[] = [
  ...CLIENT_ERRORS,
  ...generationErrors('image'),
  'file_not_found',
  'task_not_found',
]

/** An operation as the document describes it. */
function operation(operationId: string, summary: string, answer: Schema, errors = CLIENT_ERRORS) {
  return { operationId, summary, response: describeAnswers(answer, errors) }
}

// The model is the selected one.
const given = { required: ['prompt'] }
const OPERATIONS = {
  txt2img: { ...operation('txt2img', 'Create an image', Made, MAKING), body: formBody(TEXT_FORM, given) },
  img2img: {
    ...operation('img2img', 'Create an image from reference images', Made, MAKING),
    body: formBody(PICTURE_FORM, given),
  },
  getOptions: operation('getOptions', 'Get the selected model', Options, [...CLIENT_ERRORS, 'model_not_found']),
  setOptions: {
    ...operation(
      'setOptions',
      'Select a model',
      { description: 'Selected.', content: { 'application/json': { schema: Type.Null() } } },
      [...CLIENT_ERRORS, ...BODY_ERRORS, 'model_not_found', 'shutting_down'],
    ),
    body: Options,
  },
  listModels: operation('listModels', 'List your image models', List),
  getProgress: operation('getProgress', 'Get the progress of your images', Progress),
}
const stopping = (name: string, summary: string) =>
  operation(name, summary, anyObject(), [...CLIENT_ERRORS, 'unsupported_media_type'])

export type Automatic1111Parts = PictureParts & CheckpointParts & { version: string }

/**
 * The API of Automatic1111's web interface, as far as chat programs use it, over the same tasks and keys. The routes
 * exist from the start; the first request loads their handlers.
 */
export function automatic1111Routes(parts: Automatic1111Parts): FastifyPluginAsync {
  return async (app) => {
    describeRoutes(app, {
      title: 'mediagen for Automatic1111 clients',
      version: parts.version,
      description: 'The routes that chat clients use, with the same tasks and keys as /api; see docs/automatic1111.md.',
      keys: {
        password: {
          type: 'http',
          scheme: 'basic',
          description: 'The password is the API key; the user name may be the name of a model.',
        },
        apiKey: { type: 'http', scheme: 'bearer' },
      },
    })
    for (const { method, url, auth, schema, run } of routesOf(parts)) {
      // A route that only stops something also works during a shutdown.
      const making = method === 'POST' && auth === 'images:write' ? { onRequest: refuseWhileDraining(parts) } : {}
      const config = { auth, basicAuth: true } as const
      app.route({ method, url, config, schema, exposeHeadRoute: false, ...making, handler: run })
    }
  }
}

function routesOf(parts: Automatic1111Parts): Route[] {
  const handler = loadedHandlers(() => load(parts))
  const make = { method: 'POST', auth: 'images:write' } as const
  const read = { method: 'GET', auth: 'any key' } as const
  const stop = { method: 'POST', auth: 'any key' } as const
  const { txt2img, img2img, getOptions, setOptions, listModels, getProgress } = OPERATIONS
  const lists = Object.entries(FIXED_LISTS).map(([name, list]): Route => ({
    ...read,
    url: `/${name}`,
    schema: operation(`list-${name}`, 'An empty list, for compatibility', List),
    run: async () => list,
  }))
  return [
    { ...make, url: '/txt2img', schema: txt2img, run: handler('fromText') },
    { ...make, url: '/img2img', schema: img2img, run: handler('fromPicture') },
    { ...read, url: '/options', schema: getOptions, run: handler('options') },
    { ...make, url: '/options', schema: setOptions, run: handler('change') },
    { ...read, url: '/sd-models', schema: listModels, run: handler('models') },
    { ...stop, url: '/interrupt', schema: stopping('interrupt', 'Cancel your images'), run: handler('interrupt') },
    { ...stop, url: '/skip', schema: stopping('skip', 'Cancel your oldest image'), run: handler('skip') },
    { ...read, auth: 'tasks:read', url: '/progress', schema: getProgress, run: handler('progress') },
    ...lists,
  ]
}

async function load(parts: Automatic1111Parts): Promise<Handlers> {
  const [{ checkpoints }, { generationHandlers }, { settingHandlers }] = await Promise.all([
    import('./checkpoints.ts'),
    import('./generation-handlers.ts'),
    import('./setting-handlers.ts'),
  ])
  const chosen = checkpoints(parts)
  return { ...generationHandlers(parts, chosen), ...settingHandlers(parts, chosen) }
}

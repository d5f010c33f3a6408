import type { ErrorCode } from '../../../core/errors.ts'
import { generationErrors } from '../../body/generation-errors.ts'
import { EDIT_FORM, GENERATION_FORM } from '../images/image-forms.ts'
import { VIDEO_FORM } from '../videos/video-form.ts'
import { ANSWER_SCHEMAS } from './answer-schemas.ts'
import { answerOf, ANY_ERRORS, bodyOf, errorsOf } from './describe-operation.ts'

const BYTES = { schema: { type: 'string', format: 'binary' } }
const READ = [...ANY_ERRORS, 'task_not_found'] as const
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const REMIX = {
  type: 'object',
  required: ['prompt'],
  properties: { prompt: { type: 'string', minLength: 1, maxLength: 3000 } },
  additionalProperties: false,
}
const HEADERS = [
  { name: 'idempotency-key', in: 'header', schema: { type: 'string', maxLength: 255, pattern: '^[\\x21-\\x7e]+$' } },
  {
    name: 'x-stainless-retry-count',
    in: 'header',
    schema: { type: 'string' },
    description: 'Above 0, the request waits for the task of the same request before it, within ten minutes.',
  },
]

const PICTURE_NAMES = ['image', 'image[]', 'images']

type Described = { summary: string; errors: readonly ErrorCode[]; answers: object; [more: string]: unknown }

function operation(operationId: string, tag: string, { errors, answers, ...rest }: Described): object {
  return { operationId, tags: [tag], ...rest, responses: { ...answers, ...errorsOf(errors) } }
}

function making(kind: 'image' | 'video'): readonly ErrorCode[] {
  return [...ANY_ERRORS, ...generationErrors(kind), 'file_not_found', 'task_not_found']
}

const IMAGES = {
  200: {
    ...answerOf('ImagesResponse', 'The images, or with `stream` events that end with them.'),
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/ImagesResponse' } },
      'text/event-stream': { schema: {} },
    },
  },
}
const VIDEO = { 200: answerOf('Video', 'The current video.') }

function imagePaths(): object {
  const create = {
    summary: 'Create images',
    errors: making('image'),
    parameters: HEADERS,
    requestBody: bodyOf(GENERATION_FORM),
    answers: IMAGES,
  }
  const edit = {
    summary: 'Create images from reference images',
    errors: making('image'),
    parameters: HEADERS,
    // Under one of its names; which, the client chooses.
    requestBody: bodyOf(EDIT_FORM, { anyOf: PICTURE_NAMES.map((name) => ({ required: [name] })) }),
    answers: IMAGES,
  }
  const refused: readonly ErrorCode[] = [...ANY_ERRORS, 'model_not_found', 'shutting_down', 'unsupported_media_type']
  return {
    '/v1/images/generations': { post: operation('createImages', 'Images', create) },
    '/v1/images/edits': { post: operation('editImages', 'Images', edit) },
    '/v1/images/variations': {
      post: operation('varyImages', 'Images', { summary: 'Refused', errors: refused, answers: {} }),
    },
  }
}

function videoPaths(): object {
  const content = {
    'video/mp4': BYTES,
    'video/webm': BYTES,
    'image/jpeg': BYTES,
    'image/png': BYTES,
    'image/webp': BYTES,
  }
  const query = (name: string, schema: object): object => ({ name, in: 'query', schema })
  const lists = [
    query('after', { type: 'string' }),
    query('limit', { type: 'integer', minimum: 1, maximum: 100 }),
    query('order', { enum: ['asc', 'desc'] }),
  ]
  const remix = { required: true, content: { 'application/json': { schema: REMIX } } }
  const refused = {
    summary: 'Refused',
    errors: [...ANY_ERRORS, 'model_not_found', 'shutting_down', 'unsupported_media_type'] as const,
    answers: {},
  }
  const unfinished = [...READ, 'task_not_finished', 'unsupported_media_type'] as const
  return {
    '/v1/videos': {
      post: operation('createVideo', 'Videos', {
        summary: 'Create a video',
        errors: making('video'),
        parameters: HEADERS,
        requestBody: bodyOf(VIDEO_FORM),
        answers: VIDEO,
      }),
      get: operation('listVideos', 'Videos', {
        summary: 'List your videos',
        errors: ANY_ERRORS,
        parameters: lists,
        answers: { 200: answerOf('VideoList', 'A page.') },
      }),
    },
    '/v1/videos/edits': { post: operation('editVideo', 'Videos', refused) },
    '/v1/videos/extensions': { post: operation('extendVideo', 'Videos', refused) },
    '/v1/videos/characters': { post: operation('createCharacter', 'Videos', refused) },
    '/v1/videos/{id}': {
      get: operation('getVideo', 'Videos', {
        summary: 'Get a video',
        errors: READ,
        parameters: [ID],
        answers: VIDEO,
      }),
      delete: operation('deleteVideo', 'Videos', {
        summary: 'Delete a finished video',
        errors: unfinished,
        parameters: [ID],
        answers: { 200: answerOf('VideoDeleted', 'Deleted.') },
      }),
    },
    '/v1/videos/{id}/content': {
      get: operation('downloadVideo', 'Videos', {
        summary: 'Download a video or its thumbnail',
        errors: [...unfinished, 'file_not_found'],
        parameters: [ID, query('variant', { enum: ['video', 'thumbnail', 'spritesheet'] })],
        answers: {
          200: { description: 'The bytes.', content },
          206: { description: 'A part.', content },
          304: { description: 'Not modified.' },
          416: {
            description: 'The range lies outside of the file.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
        },
      }),
    },
    '/v1/videos/{id}/remix': {
      post: operation('remixVideo', 'Videos', {
        summary: 'Remix a video',
        errors: [...making('video'), ...unfinished],
        parameters: [ID, ...HEADERS],
        requestBody: remix,
        answers: VIDEO,
      }),
    },
  }
}

function modelPaths(): object {
  const model = { name: 'model', in: 'path', required: true, schema: { type: 'string' } }
  const found = { 200: answerOf('Model', 'The model.') }
  return {
    '/v1/models': {
      get: operation('listModels', 'Models', {
        summary: 'List your models',
        errors: ANY_ERRORS,
        answers: { 200: answerOf('ModelList', 'All of them.') },
      }),
    },
    '/v1/models/{model}': {
      get: operation('getModel', 'Models', {
        summary: 'Get a model',
        errors: [...ANY_ERRORS, 'model_not_found'],
        parameters: [model],
        answers: found,
      }),
    },
  }
}

/** What this interface is, for machines. */
export function openaiDocument(version: string): object {
  const describedBy =
    'The API of OpenAI, over the same tasks and keys as /api. Parameters without a meaning here are ignored, with a warning in the receipt and in the header x-mediagen-warnings; those that would change cost or number are refused.'
  return {
    openapi: '3.1.0',
    info: {
      title: 'mediagen, in the words of OpenAI',
      version,
      description: describedBy,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    tags: ['Images', 'Videos', 'Models'].map((name) => ({ name })),
    paths: { ...imagePaths(), ...videoPaths(), ...modelPaths() },
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer <key>' } },
      schemas: ANSWER_SCHEMAS,
    },
  }
}

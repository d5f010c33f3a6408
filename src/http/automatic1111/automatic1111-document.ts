import type { ErrorCode } from '../../core/errors.ts'
import { errorAnswers, SERVER_ERRORS } from '../answer/describe-answers.ts'
import { jsonSchema, multipartSchema } from '../body/form-schema.ts'
import { generationErrors } from '../body/generation-errors.ts'
import type { GenerationForm } from '../body/generation-form.ts'
import { FIXED_LISTS, Options } from './setting-handlers.ts'
import { PICTURE_FORM, TEXT_FORM } from './generation-forms.ts'

const ANY_ERRORS = [
  'missing_api_key',
  'invalid_api_key',
  'insufficient_scope',
  'not_acceptable',
  ...SERVER_ERRORS,
] as const
const MAKING_ERRORS = [...ANY_ERRORS, ...generationErrors('image'), 'file_not_found', 'task_not_found'] as const
const CHANGING_ERRORS = [
  ...ANY_ERRORS,
  'invalid_json',
  'invalid_parameter',
  'missing_parameter',
  'model_not_found',
  'payload_too_large',
  'unsupported_media_type',
  'shutting_down',
] as const

const STOPPING_ERRORS = [...ANY_ERRORS, 'invalid_parameter', 'unsupported_media_type'] as const

const text = (description: string): object => ({ type: 'string', description })
const LIST = { type: 'array', items: { type: 'object' } }
const MADE = {
  type: 'object',
  required: ['images', 'parameters', 'info'],
  properties: {
    images: { type: 'array', items: text('A PNG as base64.') },
    parameters: { type: 'object', description: 'What it was made with.' },
    info: text('The same as JSON in a text, with seed, infotexts, task_id and the warnings of the receipt.'),
  },
}
const PROGRESS = {
  type: 'object',
  required: ['progress', 'eta_relative', 'state', 'current_image', 'textinfo'],
  properties: {
    progress: { type: 'number', description: 'From 0 to 1, of the image that is farthest.' },
    eta_relative: { type: 'number', description: 'Always 0: nobody knows.' },
    state: { type: 'object', description: 'job_count: how many images of this key are unfinished.' },
    current_image: { type: 'null' },
    textinfo: { type: 'null' },
  },
}

type Described = { summary: string; answer: object; errors: readonly ErrorCode[]; body?: object }

function operation(operationId: string, { summary, answer, errors, body }: Described): object {
  const good = { description: 'The answer.', content: { 'application/json': { schema: answer } } }
  const responses = {
    200: good,
    ...Object.fromEntries(Object.entries(errorAnswers([...new Set(errors)])).map(asOpenApi)),
  }
  return { operationId, summary, ...(body && { requestBody: { required: true, content: body } }), responses }
}

/** Headers as a document has them by itself; those of routes are written by the framework. */
function asOpenApi([status, answer]: [string, ReturnType<typeof errorAnswers>[number]]): [string, object] {
  const headers = Object.entries(answer.headers).map(([name, { type, description }]) => [
    name,
    { schema: { type }, description },
  ])
  return [status, { ...answer, headers: Object.fromEntries(headers) as object }]
}

function bodyOf(form: GenerationForm): object {
  const { required: _, ...json } = jsonSchema(form)
  const { required: __, ...multipart } = multipartSchema(form)
  // The model is the one that is set.
  const required = ['prompt']
  return {
    'application/json': { schema: { ...json, required } },
    'multipart/form-data': { schema: { ...multipart, required } },
  }
}

/** What this interface is, for machines. */
export function automatic1111Document(version: string): object {
  const make = (summary: string, form: GenerationForm): Described => ({
    summary,
    answer: MADE,
    errors: MAKING_ERRORS,
    body: bodyOf(form),
  })
  const read = (summary: string, answer: object): Described => ({ summary, answer, errors: ANY_ERRORS })
  const lists = Object.keys(FIXED_LISTS).map((name) => [
    `/sdapi/v1/${name}`,
    { get: operation(`list-${name}`, read('An empty list, for compatibility', LIST)) },
  ])
  const options = {
    summary: 'Select a model',
    answer: { type: 'null' },
    errors: CHANGING_ERRORS,
    body: { 'application/json': { schema: Options } },
  }
  const stop = (summary: string): Described => ({ summary, answer: { type: 'object' }, errors: STOPPING_ERRORS })
  const withModel = [...ANY_ERRORS, 'model_not_found'] as const
  const show = { summary: 'Get the selected model', answer: Options, errors: withModel }
  return {
    openapi: '3.1.0',
    info: {
      title: "mediagen, in the words of Automatic1111's web interface",
      version,
      description: 'The part that chat programs use, over the same tasks and keys as /api; see docs/automatic1111.md.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ password: [] }, { apiKey: [] }],
    paths: {
      '/sdapi/v1/txt2img': { post: operation('txt2img', make('Create an image', TEXT_FORM)) },
      '/sdapi/v1/img2img': { post: operation('img2img', make('Create an image from reference images', PICTURE_FORM)) },
      '/sdapi/v1/options': { get: operation('getOptions', show), post: operation('setOptions', options) },
      '/sdapi/v1/sd-models': { get: operation('listModels', read('List your image models', LIST)) },
      '/sdapi/v1/interrupt': { post: operation('interrupt', stop('Cancel your images')) },
      '/sdapi/v1/skip': { post: operation('skip', stop('Cancel your oldest image')) },
      '/sdapi/v1/progress': { get: operation('getProgress', read('Progress of your images', PROGRESS)) },
      ...Object.fromEntries(lists),
    },
    components: {
      securitySchemes: {
        password: { type: 'http', scheme: 'basic', description: 'The password is the key; the user may name a model.' },
        apiKey: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}

const text = (description: string) => ({ type: 'string', description }) as const
const count = (description: string) => ({ type: 'integer', description }) as const

const Usage = {
  type: 'object',
  description: 'Nothing is counted in tokens here: all of them are 0.',
  required: ['input_tokens', 'input_tokens_details', 'output_tokens', 'total_tokens'],
  properties: {
    input_tokens: { type: 'integer' },
    input_tokens_details: {
      type: 'object',
      properties: { image_tokens: { type: 'integer' }, text_tokens: { type: 'integer' } },
    },
    output_tokens: { type: 'integer' },
    total_tokens: { type: 'integer' },
  },
} as const

const ImagesResponse = {
  type: 'object',
  required: ['created', 'data', 'output_format', 'size', 'usage'],
  properties: {
    created: count('When the images were asked for, in seconds since 1970.'),
    data: {
      type: 'array',
      items: {
        type: 'object',
        properties: { b64_json: text('The image as base64.'), url: text('The address of the image.') },
      },
    },
    output_format: text('The form of the first image.'),
    size: text('Width and height of the first image.'),
    safety_identifier: text(
      'For whom it was made: safety_identifier, or user where that is empty; absent where neither is given.',
    ),
    usage: Usage,
  },
} as const

const Video = {
  type: 'object',
  required: ['id', 'object', 'model', 'status', 'progress', 'created_at', 'prompt', 'seconds', 'size', 'error'],
  properties: {
    id: { type: 'string', pattern: '^[0-9]+$', description: 'The task id, the same in every interface.' },
    object: { const: 'video' },
    model: { type: 'string' },
    status: { enum: ['queued', 'in_progress', 'completed', 'failed'] },
    progress: { type: 'integer', minimum: 0, maximum: 100 },
    created_at: count('In seconds since 1970.'),
    completed_at: { type: ['integer', 'null'] },
    expires_at: { type: 'null' },
    prompt: { type: 'string' },
    seconds: { type: ['string', 'null'], description: 'How long the clip is; null until it is known.' },
    size: { type: ['string', 'null'], description: 'Width and height; null until they are known.' },
    remixed_from_video_id: { type: ['string', 'null'] },
    error: {
      type: ['object', 'null'],
      properties: { code: { type: 'string' }, message: { type: 'string' } },
      description: 'Why it failed; null unless it did.',
    },
  },
} as const

const Model = {
  type: 'object',
  required: ['id', 'object', 'created', 'owned_by'],
  properties: {
    id: text('What to send as `model`.'),
    object: { const: 'model' },
    created: count('0: nobody knows.'),
    owned_by: { type: 'string' },
    kinds: { type: 'array', items: { enum: ['image', 'video'] }, description: 'An extension: what it makes.' },
  },
} as const

const listOf = (name: string, more: object = {}) => ({
  type: 'object',
  required: ['object', 'data'],
  properties: {
    object: { const: 'list' },
    data: { type: 'array', items: { $ref: `#/components/schemas/${name}` } },
    ...more,
  },
})

const place = { type: ['string', 'null'] }

const ErrorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['message', 'type', 'param', 'code'],
      properties: {
        message: text('What is wrong and what to do, for people.'),
        type: { type: 'string' },
        param: { type: ['string', 'null'] },
        code: text('One of the codes of docs/errors.md.'),
        request_id: text('The same as in the header x-request-id.'),
      },
    },
  },
} as const

/** What answers consist of, by name. */
export const ANSWER_SCHEMAS = {
  Error: ErrorSchema,
  ImagesResponse,
  Video,
  VideoList: listOf('Video', { first_id: place, last_id: place, has_more: { type: 'boolean' } }),
  VideoDeleted: {
    type: 'object',
    required: ['id', 'object', 'deleted'],
    properties: { id: { type: 'string' }, object: { const: 'video.deleted' }, deleted: { const: true } },
  },
  Model,
  ModelList: listOf('Model'),
} as const

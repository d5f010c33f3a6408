import type { ErrorCode } from '../../core/errors.ts'
import type { TaskKind } from '../../core/tasks/model.ts'
import { CLIENT_ERRORS, errorAnswers, RANGE_ANSWER, generationErrors } from '../answer/describe-answers.ts'
import { LARGEST_PAGE } from '../answer/paging.ts'
import { orNull, Type, type Schema } from '../answer/schema.ts'
import { formBody } from '../body/form-schema.ts'
import { IdempotencyHeader } from '../edge/request-headers.ts'
import { statusHere } from './dialect-errors.ts'
import { STATUS_HERE } from './task-status.ts'
import { EDIT_FORM, GENERATION_FORM } from './images/image-forms.ts'
import { CLIP_FORM } from './videos/edits.ts'
import { VIDEO_FORM } from './videos/video-form.ts'

const seconds = (description: string) => Type.Integer({ description })

const Usage = Type.Object(
  {
    input_tokens: Type.Integer(),
    input_tokens_details: Type.Object({ image_tokens: Type.Integer(), text_tokens: Type.Integer() }),
    output_tokens: Type.Integer(),
    total_tokens: Type.Integer(),
  },
  { description: 'Tokens are not counted, so every number is 0.' },
)

const imageFields = {
  created: seconds('When the images were requested, in seconds since 1970.'),
  data: Type.Array(
    Type.Object({
      b64_json: Type.Optional(Type.String({ description: 'The image as base64.' })),
      url: Type.Optional(Type.String({ description: 'The URL of the image.' })),
    }),
  ),
  output_format: Type.String({ description: 'The format of the first image.' }),
  size: Type.String({ description: 'Width and height of the first image.' }),
  safety_identifier: Type.Optional(
    Type.String({
      description: 'The end user: safety_identifier, or user if that is empty; absent without either.',
    }),
  ),
  usage: Usage,
}

const ImagesResponse = Type.Object(imageFields)

const STATUSES = Object.values(STATUS_HERE)
const Failure = orNull(
  Type.Object({ code: Type.String(), message: Type.String() }),
  'Why the task failed; otherwise null.',
)

/** A request for images that was answered at once. */
export const ImageTask = Type.Object(
  {
    id: Type.String({
      pattern: '^[0-9]+$',
      description: 'The task id, the same in every API; if there are several tasks, the id of the first.',
    }),
    object: Type.Literal('image.task'),
    model: Type.String(),
    status: Type.Enum(STATUSES),
    progress: Type.Integer({ minimum: 0, maximum: 100 }),
    created_at: seconds('In seconds since 1970.'),
    completed_at: orNull(Type.Integer()),
    error: Failure,
    created: Type.Optional(imageFields.created),
    data: Type.Optional(imageFields.data),
    output_format: Type.Optional(imageFields.output_format),
    size: Type.Optional(imageFields.size),
    safety_identifier: imageFields.safety_identifier,
    usage: Type.Optional(imageFields.usage),
  },
  { description: 'The state of the request, with the fields of `ImagesResponse` once it has completed.' },
)

/** The form of finished images. */
export const ImageTaskQuery = Type.Object({ response_format: Type.Optional(Type.Enum(['url', 'b64_json'])) })

/** A video as these clients know it. */
export const Video = Type.Object(
  {
    id: Type.String({ pattern: '^[0-9]+$', description: 'The task id, the same in every API.' }),
    object: Type.Literal('video'),
    model: Type.String(),
    status: Type.Enum(STATUSES),
    progress: Type.Integer({ minimum: 0, maximum: 100 }),
    created_at: seconds('In seconds since 1970.'),
    completed_at: orNull(Type.Integer()),
    expires_at: Type.Null(),
    prompt: Type.String(),
    seconds: orNull(Type.String(), 'Length of the clip; null until it is known.'),
    size: orNull(Type.String(), 'Width and height; null until they are known.'),
    remixed_from_video_id: orNull(Type.String()),
    error: Failure,
  },
  { description: 'The current video.' },
)

/** A page of videos. */
export const VideoList = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(Video),
    first_id: orNull(Type.String()),
    last_id: orNull(Type.String()),
    has_more: Type.Boolean(),
  },
  { description: 'A page.' },
)

const VideoDeleted = Type.Object(
  { id: Type.String(), object: Type.Literal('video.deleted'), deleted: Type.Literal(true) },
  { description: 'Deleted.' },
)

/** A model as these clients list it. */
export const ListedModel = Type.Object(
  {
    id: Type.String({ description: 'The value to send as `model`.' }),
    object: Type.Literal('model'),
    created: seconds('Always 0, because the time is unknown.'),
    owned_by: Type.String(),
    kinds: Type.Array(Type.Enum(['image', 'video']), { description: 'An extension: the kinds of output.' }),
  },
  { description: 'The model.' },
)

const ModelList = Type.Object(
  { object: Type.Literal('list'), data: Type.Array(ListedModel) },
  { description: 'All models.' },
)

/** The parts of answers, by their names in the document. */
export const ANSWER_SCHEMAS = {
  ImagesResponse,
  ImageTask,
  Video,
  VideoList,
  VideoDeleted,
  Model: ListedModel,
  ModelList,
}

/** The first entry, the length and the order of a list of videos. */
export const VideoListQuery = Type.Object({
  after: Type.Optional(Type.String()),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LARGEST_PAGE })),
  order: Type.Optional(Type.Enum(['asc', 'desc'])),
})

/** The requested bytes of a video. */
export const ContentQuery = Type.Object({ variant: Type.Optional(Type.Enum(['video', 'thumbnail', 'spritesheet'])) })

const headers = Type.Object({
  ...IdempotencyHeader.properties,
  'x-stainless-retry-count': Type.Optional(
    Type.String({
      description:
        'If above 0, the response is the task of the original request, if that was sent in the last ten minutes.',
    }),
  ),
})
const SHOULD_RETRY = {
  'x-should-retry': { enum: ['true', 'false'], description: 'Whether a retry can succeed.' },
}
const READ: readonly ErrorCode[] = [...CLIENT_ERRORS, 'task_not_found']
const UNFINISHED: readonly ErrorCode[] = [...READ, 'task_not_finished', 'unsupported_media_type']

/** Errors as these clients see them. */
function refusals(errors: readonly ErrorCode[]): Record<number, object> {
  return errorAnswers(errors, { statusOf: statusHere, headers: SHOULD_RETRY })
}

const answers = (answer: Schema, errors: readonly ErrorCode[]): object => ({ 200: answer, ...refusals(errors) })

function makes(kind: TaskKind, answer: Schema, more: readonly ErrorCode[] = []): { headers: Schema; response: object } {
  const errors = [...CLIENT_ERRORS, ...generationErrors(kind), 'file_not_found', 'task_not_found', ...more] as const
  return { headers, response: answers(answer, errors) }
}

const IMAGES = {
  description: 'The images, or with `stream` events that end with them.',
  content: { 'application/json': { schema: ImagesResponse }, 'text/event-stream': { schema: {} } },
}

/** With `Prefer: respond-async`, the answer is a handle, at once. */
function makesImages(): { headers: Schema; response: object } {
  const prefer = Type.Optional(Type.String({ description: '`respond-async`: return 202 and a task immediately.' }))
  const accepted = { ...ImageTask, description: 'Accepted, as requested with `Prefer: respond-async`.' }
  return {
    headers: Type.Object({ ...headers.properties, prefer }),
    response: { ...makes('image', IMAGES).response, 202: accepted },
  }
}

const MEDIA = ['video/mp4', 'video/webm', 'image/jpeg', 'image/png', 'image/webp']
const content = Object.fromEntries(MEDIA.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))
const refused = {
  summary: 'Refused',
  response: refusals([...CLIENT_ERRORS, 'model_not_found', 'shutting_down', 'unsupported_media_type']),
}
const CLIP_NEEDED = { anyOf: [{ required: ['video'] }, { required: ['video[id]'] }] }
const images = { tags: ['Images'] }
const videos = { tags: ['Videos'] }
const models = { tags: ['Models'] }
const video = { ...videos, params: Type.Object({ id: Type.String() }) }

/** Every operation of this interface by its name, as the document describes it. */
export const OPERATIONS = {
  createImages: {
    ...images,
    summary: 'Create images',
    body: formBody(GENERATION_FORM),
    ...makesImages(),
  },
  editImages: {
    ...images,
    summary: 'Create images from reference images',
    // Under one of its names, which the client chooses.
    body: formBody(EDIT_FORM, { anyOf: ['image', 'image[]', 'images'].map((name) => ({ required: [name] })) }),
    ...makesImages(),
  },
  getImageTask: {
    ...images,
    summary: 'Get images that were requested with respond-async',
    params: Type.Object({ id: Type.String() }),
    querystring: ImageTaskQuery,
    response: answers(ImageTask, [...READ, 'file_not_found']),
  },
  varyImages: { ...images, ...refused },
  createVideo: { ...videos, summary: 'Create a video', body: formBody(VIDEO_FORM), ...makes('video', Video) },
  listVideos: {
    ...videos,
    summary: 'List your videos',
    querystring: VideoListQuery,
    response: answers(VideoList, CLIENT_ERRORS),
  },
  getVideo: { ...video, summary: 'Get a video', response: answers(Video, READ) },
  deleteVideo: { ...video, summary: 'Delete a finished video', response: answers(VideoDeleted, UNFINISHED) },
  downloadVideo: {
    ...video,
    summary: 'Download a video, its thumbnail or its spritesheet',
    querystring: ContentQuery,
    response: {
      200: { description: 'The bytes.', content },
      206: { description: 'A byte range.', content },
      304: { description: 'Not modified.', type: 'null' },
      416: RANGE_ANSWER,
      ...refusals([...UNFINISHED, 'file_not_found']),
    },
  },
  remixVideo: {
    ...video,
    summary: 'Remix a video',
    body: Type.Object({ prompt: Type.String({ minLength: 1, maxLength: 3000 }) }, { additionalProperties: false }),
    ...makes('video', Video, UNFINISHED),
  },
  editVideo: {
    ...videos,
    summary: 'Create a video from a video',
    body: formBody(CLIP_FORM, CLIP_NEEDED),
    ...makes('video', Video, UNFINISHED),
  },
  extendVideo: {
    ...videos,
    summary: 'Extend a video, if the model supports it',
    body: formBody(CLIP_FORM, CLIP_NEEDED),
    ...makes('video', Video, UNFINISHED),
  },
  createCharacter: { ...videos, ...refused },
  listModels: { ...models, summary: 'List your models', response: answers(ModelList, CLIENT_ERRORS) },
  getModel: {
    ...models,
    summary: 'Get a model',
    params: Type.Object({ model: Type.String() }),
    response: answers(ListedModel, [...CLIENT_ERRORS, 'model_not_found']),
  },
} as const

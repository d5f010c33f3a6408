import { Type } from 'typebox'
import { MAX_PROMPT_CHARACTERS, MAX_SEED, MAX_WEBHOOK_URL_CHARACTERS } from '../../core/generation-request.ts'
import type { TaskKind } from '../../core/model.ts'

/** The names under which references may come; they mean the same and may be mixed. */
export const IMAGE_FIELDS = ['image', 'image[]', 'images'] as const

const Prompt = Type.String({
  minLength: 1,
  maxLength: MAX_PROMPT_CHARACTERS,
  description: `What you want to see, in words; at most ${MAX_PROMPT_CHARACTERS} characters (Unicode code points).`,
})

const AspectRatio = Type.Optional(
  Type.String({
    maxLength: 40,
    description: 'Shape as width:height, from 1:4 to 4:1, such as 16:9 or 1:1.',
  }),
)

const Seed = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: MAX_SEED,
    description: 'The same seed and request give the same result, on models that take one.',
  }),
)

const ImageAddress = Type.String({ description: 'An http(s) address or a data: URL of a picture.' })

const imageParameter = (description: string) =>
  Type.Optional(Type.Union([ImageAddress, Type.Array(ImageAddress)], { description }))

const References = {
  image: imageParameter(
    'Reference picture, or several: an http(s) address, a data: URL, or an array of these; in a form also files. ' +
      'PNG, JPEG, WebP, GIF (first frame) or AVIF. Order is kept.',
  ),
  'image[]': imageParameter('Another name for image.'),
  images: imageParameter('Another name for image.'),
}

/** The body of an image request in JSON; a form has the same fields. */
export const ImageGeneration = Type.Object(
  {
    prompt: Prompt,
    model: Type.String({ minLength: 1, maxLength: 200, description: 'An image model.' }),
    ...References,
    aspect_ratio: AspectRatio,
    size: Type.Optional(
      Type.String({ maxLength: 40, description: 'Size in pixels such as 1024x1024, a ratio, or auto.' }),
    ),
    seed: Seed,
  },
  { additionalProperties: false },
)

const WebhookUrl = (description: string) =>
  Type.Optional(Type.String({ maxLength: MAX_WEBHOOK_URL_CHARACTERS, description }))

/** The body of a video request in JSON; a form has the same fields. */
export const VideoGeneration = Type.Object(
  {
    prompt: Prompt,
    model: Type.String({ minLength: 1, maxLength: 200, description: 'A video model.' }),
    ...References,
    size: Type.Optional(
      Type.String({
        maxLength: 40,
        description: 'Size in pixels such as 1280x720, a ratio such as 16:9, 480p, 720p, 1080p or auto.',
      }),
    ),
    aspect_ratio: AspectRatio,
    seed: Seed,
    webhookUrl: WebhookUrl('Recommended: an http(s) address that gets one signed POST when the task completes.'),
    callback_url: WebhookUrl('Another name for webhookUrl.'),
  },
  { additionalProperties: false },
)

/** What validates and documents a request of each kind. */
export const GENERATION = { image: ImageGeneration, video: VideoGeneration } as const satisfies Record<
  TaskKind,
  unknown
>

export const ImageAnswer = Type.Object(
  {
    created: Type.Integer({ description: 'When the image was asked for, in seconds since 1970.' }),
    data: Type.Array(Type.Object({ url: Type.String({ description: 'Address of the image.' }) })),
  },
  { description: 'The image is ready.' },
)

export const VideoSubmission = Type.Object(
  {
    id: Type.String({ pattern: '^[0-9]+$', description: 'The task id: digits only, always a string.' }),
    status: Type.Enum(['pending', 'processing', 'success', 'failed'], {
      description: '`pending`, unless `Prefer: wait` asked to see more.',
    }),
    message: Type.String(),
  },
  { description: 'The task is accepted and queued.' },
)

export const VideoTask = Type.Object(
  {
    id: Type.String({ pattern: '^[0-9]+$' }),
    object: Type.Literal('video'),
    created: Type.Integer({ description: 'When the task was created, in seconds since 1970.' }),
    model: Type.String(),
    status: Type.Enum(['pending', 'processing', 'success', 'failed']),
    data: Type.Array(
      Type.Object({
        url: Type.String(),
        cover_url: Type.Union([Type.String(), Type.Null()]),
      }),
      { description: 'The videos; empty until success.' },
    ),
    error: Type.Union([Type.Object({ code: Type.String(), message: Type.String() }), Type.Null()], {
      description: 'Why it failed; null unless it did.',
    }),
  },
  { description: 'The task as it stands.' },
)

export const TaskIdParams = Type.Object({ taskId: Type.String({ description: 'The id from the submission.' }) })

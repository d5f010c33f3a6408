import { MAX_PROMPT_CHARACTERS } from '../../../core/tasks/generation-request.ts'
import { countField } from '../../body/field-text.ts'
import type { Field, GenerationForm } from '../../body/generation-form.ts'
import { imageAddress, qualityHere, unlessAuto, userField } from '../field-values.ts'

/** More than anybody writes into a short field of a form. */
const WORD = { type: 'text', longest: 500 } as const

const ignored = (description: string): Field => ({ means: 'ignored', form: WORD, ours: unlessAuto, description })

const fields = {
  prompt: {
    means: 'prompt',
    description:
      `The prompt: what you want to see, in at most ${MAX_PROMPT_CHARACTERS} characters (Unicode code points), or as many as ` +
      'the model accepts; see `max_prompt_characters_elsewhere` in `GET /api/ai/models`.',
  },
  model: { means: 'model', description: 'An image model; `GET /v1/models` lists them.' },
  n: countField('The number of images; only 1 with `stream`. Each is a separate task.'),
  size: { means: 'size', description: 'Size in pixels such as 1024x1024, a ratio such as 16:9, or auto.' },
  aspect_ratio: {
    means: 'aspect_ratio',
    description: 'An extension: the aspect ratio as width:height, from 1:4 to 4:1.',
  },
  seed: {
    means: 'seed',
    description: 'An extension: the same seed and request give the same result if the model accepts a seed.',
  },
  response_format: {
    means: 'own',
    form: { type: 'one of', values: ['url', 'b64_json'] },
    ours: (value) => (value === '' ? undefined : value),
    description: 'url or b64_json. Default: both, but only b64_json for models whose name begins with gpt-image.',
  },
  output_format: {
    means: 'output_format',
    ours: unlessAuto,
    description: 'The format of the stored picture and of the response: png, jpeg or webp.',
  },
  output_compression: {
    means: 'own',
    form: { type: 'whole number', least: 0, most: 100 },
    description: 'Quality of a jpeg or webp in the response; the stored picture has the default quality.',
  },
  stream: {
    means: 'own',
    form: { type: 'true or false' },
    description:
      'Respond with server-sent events: keep-alive comments, previews if you ask for `partial_images`, and one event for each finished image.',
  },
  partial_images: {
    means: 'own',
    form: { type: 'whole number', least: 0, most: 3 },
    ours: (value) => (value === 0 ? undefined : value),
    description:
      'With stream: the maximum number of previews before the finished image, from models with `previews`; ignored, with a ' +
      'warning, for other models.',
  },
  frame_count: {
    means: 'refused',
    form: { type: 'whole number', least: 1, most: 1_000 },
    because: 'only a single still image is made. Request a video instead.',
    unless: (value) => value === 1,
    description: 'Only 1.',
  },
  quality: {
    means: 'quality',
    ours: qualityHere,
    description: 'low, medium, high, xhigh, max or auto; ignored with a warning if the model has no choice.',
  },
  background: {
    means: 'background',
    ours: unlessAuto,
    description: 'transparent, opaque or auto; ignored with a warning if the model has no choice.',
  },
  moderation: ignored('Ignored.'),
  style: {
    means: 'style',
    ours: unlessAuto,
    description: 'A style of the model; ignored with a warning if the model does not have it.',
  },
  negative_prompt: { means: 'negative_prompt', description: 'An extension: what you do not want to see.' },
  strength: { means: 'strength', description: 'An extension: how far the result may differ from the picture, 0 to 1.' },
  options: { means: 'options', description: 'An extension: more options of the model, by name.' },
  complexity: ignored('Ignored.'),
  frame_duration_ms: { means: 'ignored', description: 'Ignored.' },
  svg: { means: 'ignored', description: 'Ignored.' },
  user: userField('user', 'Deprecated by OpenAI: used only if safety_identifier is empty.'),
  safety_identifier: userField('safety_identifier', 'Takes precedence over user.'),
} as const satisfies Readonly<Record<string, Field>>

/** `POST /v1/images/generations`. */
export const GENERATION_FORM: GenerationForm = { kind: 'image', longPrompts: true, fields }

const painting = (what: string): Field => ({
  means: 'refused',
  code: 'unsupported_request',
  because: `no model ${what}, and the whole picture would be generated again at full price. Leave it out.`,
  description: `Refused, because no model ${what}.`,
})

const picture = (name: string): Field => ({
  means: 'image',
  ours: imageAddress(name),
  description: 'One or more reference images: files in a form; in JSON, a URL, a data: URL, or `{image_url}`.',
})

/** `POST /v1/images/edits`. */
export const EDIT_FORM: GenerationForm = {
  kind: 'image',
  longPrompts: true,
  fields: {
    image: picture('image'),
    'image[]': picture('image[]'),
    images: picture('images'),
    ...fields,
    mask: {
      means: 'image',
      role: 'mask',
      ours: imageAddress('mask'),
      description:
        'The part to repaint, in the size of the image: transparent there, or white on black. ' +
        'Only models with mask in `takes.roles` accept one; others refuse the request.',
    },
    markup: painting('supports marks drawn on a picture'),
    input_fidelity: ignored('Ignored.'),
  },
}

import { AppError } from '../../../core/errors.ts'
import { MAX_PROMPT_CHARACTERS } from '../../../core/tasks/generation-request.ts'
import { LONGEST_SECONDS } from '../../../core/tasks/settings.ts'
import type { GenerationForm } from '../../body/generation-form.ts'
import { imageAddress, userField } from '../field-values.ts'

/** `POST /v1/videos`. */
export const VIDEO_FORM: GenerationForm = {
  kind: 'video',
  longPrompts: true,
  fields: {
    prompt: {
      means: 'prompt',
      description:
        `The prompt: what you want to see, in at most ${MAX_PROMPT_CHARACTERS} characters (Unicode code points), or as many as ` +
        'the model accepts; see `max_prompt_characters_elsewhere` in `GET /api/ai/models`.',
    },
    model: { means: 'model', description: 'A video model; `GET /v1/models` lists them.' },
    seconds: {
      means: 'seconds',
      ours: secondsOf,
      description:
        'Length in seconds, as text or number. A model with a single length uses that length, with a warning; the response contains it.',
    },
    audio: { means: 'audio', description: 'An extension: whether the clip has sound.' },
    negative_prompt: { means: 'negative_prompt', description: 'An extension: what you do not want to see.' },
    quality: { means: 'quality', description: 'An extension: quality of the result.' },
    style: { means: 'style', description: 'An extension: a style of the model.' },
    options: { means: 'options', description: 'An extension: more options of the model, by name.' },
    size: { means: 'size', description: 'Size in pixels such as 1280x720, a ratio such as 16:9, 720p, or auto.' },
    input_reference: {
      means: 'image',
      ours: imageAddress('input_reference'),
      description: 'The first frame: a file in a form; in JSON a URL, a data: URL, or `{image_url}`.',
    },
    'input_reference[image_url]': { means: 'image', description: 'The form field for it: an http(s) or data: URL.' },
    'input_reference[file_id]': {
      means: 'refused',
      because: 'this service has no file store; send the picture itself or its URL.',
      description: 'Refused.',
    },
    first_frame: { means: 'image', role: 'first_frame', description: 'An extension: the first frame.' },
    last_frame: { means: 'image', role: 'last_frame', description: 'An extension: the last frame.' },
    video: {
      means: 'image',
      role: 'video',
      ours: clipId,
      description: 'A source clip: a file in a form; in JSON, the `{id}` of one of your videos, a URL or a data: URL.',
    },
    'video[id]': { means: 'image', role: 'video', description: 'The form field for it: the id of one of your videos.' },
    seed: {
      means: 'seed',
      description: 'An extension: the same seed and request give the same result if the model accepts a seed.',
    },
    characters: {
      means: 'refused',
      because: 'no model supports characters. Describe them in the prompt.',
      description: 'Refused.',
    },
    user: userField('user'),
    safety_identifier: userField('safety_identifier', 'Takes precedence over user.'),
  },
}

function secondsOf(value: unknown): unknown {
  if (value === null || value === undefined || value === '') return null
  const written = typeof value === 'string' && /^\d{1,3}(?:\.\d{1,3})?$/.test(value) ? Number(value) : 0
  const seconds = typeof value === 'number' ? value : written
  if (seconds > 0 && seconds <= LONGEST_SECONDS) return seconds
  const message = `seconds must be a number of seconds above 0 and up to ${LONGEST_SECONDS}, such as "8".`
  throw new AppError('invalid_parameter', message, { param: 'seconds' })
}

/** A clip as these clients name it. */
function clipId(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : value
}

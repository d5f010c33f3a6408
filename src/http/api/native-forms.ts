import { MAX_PROMPT_CHARACTERS } from '../../core/tasks/generation-request.ts'
import type { TaskKind } from '../../core/tasks/model.ts'
import { countField } from '../body/field-text.ts'
import type { Field, GenerationForm } from '../body/generation-form.ts'
import { settingFields } from '../body/settings/setting-fields.ts'

const prompt: Field = {
  means: 'prompt',
  description: `The prompt: what you want to see, in at most ${MAX_PROMPT_CHARACTERS} characters (Unicode code points).`,
}

const aspectRatio: Field = {
  means: 'aspect_ratio',
  description: 'The aspect ratio as width:height, from 1:4 to 4:1, such as 16:9 or 1:1.',
}

const seed: Field = {
  means: 'seed',
  description: 'The same seed and request give the same result on models that accept a seed.',
}

/** The parameter names for references; they mean the same and may be mixed. */
const images: Readonly<Record<string, Field>> = {
  image: {
    means: 'image',
    description:
      'One or more reference images: an http(s) URL, a data: URL, `{url, role}`, or an array of these. In a form, you can also send files. ' +
      'PNG, JPEG, WebP, GIF (first frame) or AVIF. The order matters.',
  },
  'image[]': { means: 'image', description: 'Another name for image.' },
  images: { means: 'image', description: 'Another name for image.' },
}

const mask: Field = {
  means: 'image',
  role: 'mask',
  description:
    'The part of image to repaint, in the same size: transparent there, or white on black. In a form, you can also send a file. ' +
    'Only models with mask in `takes.roles` accept one; others refuse the request.',
}

/** The same for each frame of a clip that can be given. */
const frames: Readonly<Record<string, Field>> = {
  first_frame: {
    means: 'image',
    role: 'first_frame',
    description: 'The first frame; in a form, you can also send a file.',
  },
  last_frame: {
    means: 'image',
    role: 'last_frame',
    description: 'The last frame; in a form, you can also send a file.',
  },
}

const video: Field = {
  means: 'image',
  role: 'video',
  description:
    'A source clip: the id of one of your videos, its URL, another http(s) URL or a data: URL; in a form, you can also send a file. ' +
    'MP4, MOV or WebM. Only models with video in `takes.roles` accept one; others refuse the request.',
}

/** The parameters of the native API. Errors use these names, and a new parameter is a row here. */
export const NATIVE_FORMS: Readonly<Record<TaskKind, GenerationForm>> = {
  image: {
    kind: 'image',
    fields: {
      prompt,
      model: { means: 'model', description: 'An image model.' },
      ...images,
      mask,
      aspect_ratio: aspectRatio,
      size: {
        means: 'size',
        description: 'Size in pixels such as 1024x1024, a ratio, 1k, 2k or 4k if the model has them, or auto.',
      },
      seed,
      ...settingFields('image'),
      n: countField('The number of images, one task each. Default: 1.'),
      webhookUrl: {
        means: 'webhookUrl',
        description: 'With `Prefer: respond-async`: an http(s) URL that receives one signed POST for each image.',
      },
      callback_url: { means: 'webhookUrl', description: 'Another name for webhookUrl.' },
    },
  },
  video: {
    kind: 'video',
    fields: {
      prompt,
      model: { means: 'model', description: 'A video model.' },
      ...images,
      ...frames,
      video,
      size: {
        means: 'size',
        description: 'Size in pixels such as 1280x720, a ratio such as 16:9, 480p, 720p, 1080p or auto.',
      },
      aspect_ratio: aspectRatio,
      seed,
      ...settingFields('video'),
      duration: { means: 'seconds', description: 'Another name for seconds.' },
      generate_audio: { means: 'audio', description: 'Another name for audio.' },
      webhookUrl: {
        means: 'webhookUrl',
        description: 'Recommended: an http(s) URL that receives one signed POST when the task ends.',
      },
      callback_url: { means: 'webhookUrl', description: 'Another name for webhookUrl.' },
    },
  },
}

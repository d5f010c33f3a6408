import { AppError } from '../../core/errors.ts'
import { MAX_PROMPT_CHARACTERS } from '../../core/tasks/generation-request.ts'
import { MAX_RESULTS } from '../../core/tasks/group.ts'
import { countField } from '../body/field-text.ts'
import type { Field, GenerationForm } from '../body/generation-form.ts'

const SIDE = { type: 'whole number', least: 1, most: 16_384 } as const

/** Clients send their whole form: values that are off, empty or zero request nothing. */
function unlessIdle(value: unknown): unknown {
  if (value === false || value === 0 || value === '') return undefined
  if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) return undefined
  return value
}

const ignored = (): Field => ({ means: 'ignored', ours: unlessIdle, description: 'Ignored, with a warning.' })
/** The other way round: this is always done. */
const always = (): Field => ({
  means: 'ignored',
  ours: (value) => (value === true ? undefined : value),
  description: 'Always succeeds.',
})
const noted = (description: string): Field => ({ means: 'own', description })

// Parameters of the web interface that belong to its own way of drawing.
const OF_ITS_SAMPLER =
  'distilled_cfg_scale sampler_index styles subseed subseed_strength ' +
  'seed_resize_from_h seed_resize_from_w seed_enable_extras restore_faces tiling eta s_min_uncond s_churn ' +
  's_tmax s_tmin s_noise refiner_checkpoint refiner_switch_at disable_extra_networks firstpass_image comments enable_hr ' +
  'firstphase_width firstphase_height hr_scale hr_upscaler hr_second_pass_steps hr_resize_x hr_resize_y hr_checkpoint_name ' +
  'hr_additional_modules hr_sampler_name hr_scheduler hr_prompt hr_negative_prompt hr_cfg hr_distilled_cfg force_task_id ' +
  'script_name script_args alwayson_scripts infotext clip_skip do_not_save_samples do_not_save_grid'
const OF_ITS_PAINTING =
  'resize_mode image_cfg_scale mask_blur mask_blur_x mask_blur_y mask_round inpainting_fill inpaint_full_res ' +
  'inpaint_full_res_padding initial_noise_multiplier include_init_images'

const passedOverAll = (names: string): Record<string, Field> =>
  Object.fromEntries(names.split(' ').map((name) => [name, ignored()]))

/** These clients leave the seed open with `-1`, as a number or as text. */
function seedOf(value: unknown): unknown {
  if (value === -1 || value === '-1' || value === '') return undefined
  return typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
}

function settings(value: unknown): unknown {
  if (value === null || value === undefined) return undefined
  const param = 'override_settings'
  if (typeof value !== 'object' || Array.isArray(value))
    throw new AppError('invalid_parameter', 'override_settings must be an object.', { param })
  const { sd_model_checkpoint: checkpoint = null } = value as { sd_model_checkpoint?: unknown }
  // A model name that we cannot read would otherwise lead to a different model.
  if (checkpoint !== null && typeof checkpoint !== 'string')
    throw new AppError('invalid_parameter', 'override_settings: sd_model_checkpoint must be text.', { param })
  return value
}

/** The web interface's names for options that models may allow, and the models' names for them. */
export const SAMPLER_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  steps: ['steps', 'num_inference_steps', 'numInferenceSteps'],
  cfg_scale: ['cfg_scale', 'cfg', 'guidance_scale', 'guidanceScale', 'guidance'],
  sampler_name: ['sampler_name', 'sampler'],
  scheduler: ['scheduler'],
}

const ofSampler = (name: string): Field => ({
  means: 'own',
  ours: unlessIdle,
  description: `Passed on if the model allows the option ${SAMPLER_OPTIONS[name]?.[0]}; otherwise ignored, with a warning.`,
})

const fields: Readonly<Record<string, Field>> = {
  prompt: {
    means: 'prompt',
    description:
      `The prompt: what you want to see, in at most ${MAX_PROMPT_CHARACTERS} characters (Unicode code points), or as many as ` +
      'the model accepts; see `max_prompt_characters_elsewhere` in `GET /api/ai/models`.',
  },
  model: { means: 'model', description: 'An extension: an image model, instead of the selected one.' },
  override_settings: {
    means: 'own',
    ours: settings,
    description: '`sd_model_checkpoint` names an image model; other settings are ignored, with a warning.',
  },
  width: {
    means: 'own',
    form: SIDE,
    description: 'Width in pixels; if the model does not support the size, only the ratio is used.',
  },
  height: {
    means: 'own',
    form: SIDE,
    description: 'Height in pixels; if the model does not support the size, only the ratio is used.',
  },
  seed: {
    means: 'seed',
    ours: seedOf,
    description: 'The same seed gives the same result if the model accepts a seed.',
  },
  negative_prompt: {
    means: 'negative_prompt',
    ours: unlessIdle,
    description: 'What you do not want to see; ignored with a warning if the model does not accept it.',
  },
  denoising_strength: {
    means: 'ignored',
    ours: unlessIdle,
    description: 'Ignored, with a warning: there is no reference image. It applies to img2img.',
  },
  ...Object.fromEntries(Object.keys(SAMPLER_OPTIONS).map((name) => [name, ofSampler(name)])),
  batch_size: countField(`The number of images per iteration; multiplied by n_iter, at most ${MAX_RESULTS}.`),
  n_iter: countField(`The number of iterations; multiplied by batch_size, at most ${MAX_RESULTS}.`),
  send_images: always(),
  save_images: always(),
  override_settings_restore_afterwards: always(),
  url: noted('Client-side data; ignored.'),
  auth: noted('Client-side data; ignored.'),
  ...passedOverAll(OF_ITS_SAMPLER),
}

/** `POST /sdapi/v1/txt2img`. */
export const TEXT_FORM: GenerationForm = {
  kind: 'image',
  fields,
  pictureText: withScheme,
  takesUnknown: true,
  longPrompts: true,
}

const painting = (because: string): Field => ({
  means: 'refused',
  code: 'unsupported_request',
  because: `${because}.`,
  unless: (value) => unlessIdle(value) === undefined,
  description: `Refused: ${because}.`,
})

/** `POST /sdapi/v1/img2img`. */
export const PICTURE_FORM: GenerationForm = {
  kind: 'image',
  pictureText: withScheme,
  takesUnknown: true,
  longPrompts: true,
  fields: {
    init_images: { means: 'image', description: 'Reference images: base64, `data:` URLs or URLs.' },
    ...fields,
    // Here, zero is a real value: to stay at the picture.
    denoising_strength: {
      means: 'strength',
      ours: (value) => (value === '' ? undefined : value),
      description:
        'How far the result may differ from the picture; ignored with a warning if the model does not accept it.',
    },
    mask: {
      means: 'image',
      role: 'mask',
      ours: unlessIdle,
      description:
        'The part to repaint, white on black, in the size of the picture; refused if the model does not accept a mask.',
    },
    latent_mask: painting('this kind of mask is not supported. Send it as mask'),
    inpainting_mask_invert: painting(
      'a mask must be white where the picture is to be repainted. Invert it before you send it',
    ),
    ...passedOverAll(OF_ITS_PAINTING),
  },
}

// Enough characters to tell a URL, a data: URL or an upload from base64, which has neither colon nor underscore.
const ENOUGH = 'upload_'.length
const HAS_SCHEME = /^(?:(?:data|https?):|upload_)/i

/** A picture as these clients write it: plain base64, or a `data:` URL, which is how we write both. */
export async function* withScheme(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let begun: string | undefined = ''
  for await (const piece of pieces) {
    if (begun === undefined) {
      yield piece
      continue
    }
    // White space is dropped as it comes: a body of nothing else would be read again with each piece.
    begun = (begun + piece).trimStart()
    if (begun.length < ENOUGH) continue
    yield inScheme(begun)
    begun = undefined
  }
  if (begun !== undefined && begun !== '') yield inScheme(begun)
}

function inScheme(text: string): string {
  return HAS_SCHEME.test(text) ? text : `data:;base64,${text}`
}

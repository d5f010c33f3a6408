import { AppError } from '../../core/errors.ts'
import { MAX_PROMPT_CHARACTERS } from '../../core/tasks/generation-request.ts'
import type { TaskKind } from '../../core/tasks/model.ts'
import { PICTURE_ROLES } from '../../core/tasks/roles.ts'
import { checkValues } from '../answer/check-values.ts'
import { cutText } from '../answer/client-text.ts'
import { type ObjectSchema, type Schema, type Static, Type } from '../answer/schema.ts'
import type { Fields } from '../body/check-fields.ts'
import { jsonSchema } from '../body/form-schema.ts'
import type { Field, GenerationForm } from '../body/generation-form.ts'
import { settingFields } from '../body/settings/setting-fields.ts'

/** The given arguments, without those left open: assistants write null for them. */
export function givenOf(raw: unknown): Fields {
  if (raw === undefined || raw === null) return {}
  const entries = Object.entries(raw as Record<string, unknown>)
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined))
}

/** Checks arguments against the schema with which the tool is listed. */
export function argumentsReader<S extends ObjectSchema>(schema: S): (given: Fields) => Static<S> {
  const check = checkValues(schema)
  const known = Object.keys(schema.properties).join(', ')
  return (given) => {
    const misfit = check(given)
    if (misfit === undefined) return given as Static<S>
    const param = cutText(misfit.param)
    if (misfit.rule === 'is required') throw new AppError('missing_parameter', `${param} is required.`, { param })
    const message =
      misfit.rule === null
        ? `'${param}' is not known here. Known: ${known === '' ? 'none' : known}.`
        : `${param} ${misfit.rule}.`
    throw new AppError('invalid_parameter', message, { param })
  }
}

/** The maximum wait of a call. Clients give up after half a minute, and the answer itself takes some time. */
export const LONGEST_WAIT_SECONDS = 20

const IMAGES_MEAN: Readonly<Record<TaskKind, string>> = {
  image: 'Reference images',
  video: 'Reference images, such as first and last frame',
}

const CLIP: Field = {
  means: 'image',
  role: 'video',
  description: 'A source clip, if the model accepts one: the task_id of an earlier video, or an http(s) URL.',
}

/**
 * The parameters of the tools that create resources. The descriptions are short: a model reads each with every list of
 * tools.
 */
export const GENERATION_FORMS: Readonly<Record<TaskKind, GenerationForm>> = {
  image: { kind: 'image', longPrompts: true, fields: fieldsFor('image') },
  video: { kind: 'video', longPrompts: true, fields: fieldsFor('video') },
}

function fieldsFor(kind: TaskKind): Readonly<Record<string, Field>> {
  return {
    prompt: {
      means: 'prompt',
      description: `The prompt: what to show, in at most ${MAX_PROMPT_CHARACTERS} characters, or max_prompt of list_models.`,
    },
    model: { means: 'model', description: 'list_models shows what each model can do.' },
    images: {
      means: 'image',
      description:
        `${IMAGES_MEAN[kind]}, in order. Each is one of: the task_id or file_id of an earlier result, ` +
        'an http(s) URL, a small data: URL; or {url, role} with one of these as url.',
    },
    ...(kind === 'video' ? { video: CLIP } : {}),
    aspect_ratio: { means: 'aspect_ratio', description: 'Such as 16:9 or 1:1.' },
    size: {
      means: 'size',
      description: kind === 'image' ? 'Such as 1024x1024.' : 'Such as 1280x720, 720p or auto.',
    },
    seed: {
      means: 'seed',
      description: 'The same seed and arguments give the same result if the model accepts a seed.',
    },
    ...settingFields(kind),
    request_id: {
      means: 'own',
      form: { type: 'text', longest: 200 },
      description: 'Any text. A new value creates a new result for the same arguments.',
    },
    wait_seconds: {
      means: 'own',
      form: { type: 'whole number', least: 0, most: LONGEST_WAIT_SECONDS },
      description: `Seconds to wait for the result. Default: ${LONGEST_WAIT_SECONDS}.`,
    },
  }
}

/** The same schema for clients, with the models of one key; undefined if there are none. */
export function generationSchema(kind: TaskKind, models: readonly string[]): Schema | undefined {
  if (models.length === 0) return undefined
  const form = GENERATION_FORMS[kind]
  const schema = jsonSchema(form)
  const model = Type.String({ enum: models, description: form.fields['model']?.description })
  const item = Type.Union([
    Type.String(),
    Type.Object(
      { url: Type.String(), role: Type.Enum(PICTURE_ROLES, { type: 'string' }) },
      { additionalProperties: false, description: 'An image with a role that the model accepts, such as mask.' },
    ),
  ])
  const images = Type.Array(item, { description: form.fields['images']?.description })
  return { ...schema, properties: { ...schema.properties, model, images } }
}

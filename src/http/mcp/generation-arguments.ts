import { MAX_PROMPT_CHARACTERS } from '../../core/tasks/generation-request.ts'
import type { TaskKind } from '../../core/tasks/model.ts'
import { Type, type Schema } from '../answer/schema.ts'
import { jsonSchema } from '../body/form-schema.ts'
import type { Field, GenerationForm } from '../body/generation-form.ts'
import { settingFields } from '../body/settings/setting-fields.ts'
import { LONGEST_WAIT_SECONDS } from './arguments.ts'

const IMAGES_MEAN: Readonly<Record<TaskKind, string>> = {
  image: 'Pictures to work from',
  video: 'Pictures to work from, such as first and last frame',
}

/** What the tools that make something take. Few words: each is read by a model with every list of tools. */
export const GENERATION_FORMS: Readonly<Record<TaskKind, GenerationForm>> = {
  image: { kind: 'image', fields: fieldsFor('image') },
  video: { kind: 'video', fields: fieldsFor('video') },
}

function fieldsFor(kind: TaskKind): Readonly<Record<string, Field>> {
  return {
    prompt: { means: 'prompt', description: `What to show, in words; at most ${MAX_PROMPT_CHARACTERS} characters.` },
    model: { means: 'model', description: 'list_models tells what each can do.' },
    images: {
      means: 'image',
      description:
        `${IMAGES_MEAN[kind]}, in order, each one of: task_id or file_id of an earlier result, ` +
        'an http(s) address, a small data: URL.',
    },
    aspect_ratio: { means: 'aspect_ratio', description: 'Such as 16:9 or 1:1.' },
    size: {
      means: 'size',
      description: kind === 'image' ? 'Such as 1024x1024.' : 'Such as 1280x720, 720p or auto.',
    },
    seed: {
      means: 'seed',
      description: 'The same seed and arguments give the same result, where the model takes one.',
    },
    ...settingFields(kind),
    request_id: {
      means: 'own',
      form: { type: 'text', longest: 200 },
      description: 'Any text. A new one makes a new result of the same arguments.',
    },
    wait_seconds: {
      means: 'own',
      form: { type: 'whole number', least: 0, most: LONGEST_WAIT_SECONDS },
      description: `How long to wait for the result; ${LONGEST_WAIT_SECONDS} unless given.`,
    },
  }
}

/** The same as clients are told, with the models of one key; undefined where there are none. */
export function generationSchema(kind: TaskKind, models: readonly string[]): Schema | undefined {
  if (models.length === 0) return undefined
  const form = GENERATION_FORMS[kind]
  const schema = jsonSchema(form)
  const model = Type.String({ enum: models, description: form.fields['model']?.description })
  const images = Type.Array(Type.String(), { description: form.fields['images']?.description })
  return { ...schema, properties: { ...schema.properties, model, images } }
}

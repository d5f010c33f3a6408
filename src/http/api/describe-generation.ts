import type { TObject, TSchema } from 'typebox'
import type { TaskKind } from '../../core/model.ts'
import { describeAnswers, KEY_ERRORS, SERVER_ERRORS } from '../answer/describe-answers.ts'
import { generationErrors } from '../body/generation-errors.ts'
import { IdempotencyHeader } from '../edge/idempotency-key.ts'
import { EXAMPLES } from './examples.ts'
import { GENERATION, IMAGE_FIELDS } from './generation-schemas.ts'

const TEXTS = {
  image: {
    tags: ['Images'],
    operationId: 'createImage',
    summary: 'Make an image',
    description: 'The request stays open until the image is ready. The header `x-task-id` names its task.',
  },
  video: {
    tags: ['Videos'],
    operationId: 'createVideo',
    summary: 'Make a video',
    description: 'Returns at once with a task id; poll it, or give a `webhookUrl`.',
  },
} as const

/** Everything that the document says of a generation route; the schemas are the ones that validate. */
export function generationSchema<Answer extends TSchema>(kind: TaskKind, answer: Answer) {
  const { json, form, answer: answered } = EXAMPLES[kind]
  return {
    ...TEXTS[kind],
    security: [{ apiKey: [] }],
    headers: IdempotencyHeader,
    body: {
      content: {
        'application/json': { schema: { ...GENERATION[kind], examples: json } },
        'multipart/form-data': { schema: { ...formSchema(GENERATION[kind]), examples: form } },
      },
    },
    response: describeAnswers({ ...answer, examples: [answered] }, [
      ...generationErrors(kind),
      ...KEY_ERRORS,
      ...SERVER_ERRORS,
    ]),
  }
}

/** In a form, references may be files too, and a field may be repeated. */
function formSchema(schema: TObject): TSchema {
  const file = { type: 'string', format: 'binary' }
  const description = 'A file, an http(s) address or a data: URL; repeat the field for several. Order is kept.'
  const images = IMAGE_FIELDS.map((name) => [name, { type: 'array', items: file, description }])
  return { ...schema, properties: { ...schema.properties, ...Object.fromEntries(images) } }
}

import type { TaskKind } from '../../core/tasks/model.ts'
import { describeAnswers, KEY_ERRORS, SERVER_ERRORS } from '../answer/describe-answers.ts'
import { jsonSchema, multipartSchema } from '../body/form-schema.ts'
import { generationErrors } from '../body/generation-errors.ts'
import { IdempotencyHeader } from '../edge/idempotency-key.ts'
import { EXAMPLES } from './examples.ts'
import { NATIVE_FORMS } from './native-forms.ts'
import type { Schema } from '../answer/schema.ts'

const TEXTS = {
  image: {
    tags: ['Images'],
    operationId: 'createImage',
    summary: 'Create an image',
    description:
      'The request stays open until the image is ready. The header `x-task-id` names its task, and with `n` above 1 all ' +
      'tasks in order. Those that were made are the answer, also where others failed. `x-mediagen-warnings` says what was not ' +
      'done as asked, `x-mediagen-seed` which seeds were used, `x-mediagen-cost-usd` what it cost.',
  },
  video: {
    tags: ['Videos'],
    operationId: 'createVideo',
    summary: 'Create a video',
    description:
      'Returns at once with a task id; poll it, or give a `webhookUrl`. `x-mediagen-warnings` says what will not be done as asked.',
  },
} as const

/** Everything that the document says of a generation route; the schemas are the ones that validate. */
export function generationSchema<Answer extends Schema>(kind: TaskKind, answer: Answer) {
  const { json, form, answer: answered } = EXAMPLES[kind]
  return {
    ...TEXTS[kind],
    headers: IdempotencyHeader,
    body: {
      content: {
        'application/json': { schema: { ...jsonSchema(NATIVE_FORMS[kind]), examples: json } },
        'multipart/form-data': { schema: { ...multipartSchema(NATIVE_FORMS[kind]), examples: form } },
      },
    },
    response: describeAnswers({ ...answer, examples: [answered] }, [
      ...generationErrors(kind),
      ...KEY_ERRORS,
      ...SERVER_ERRORS,
    ]),
  }
}

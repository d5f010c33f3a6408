import type { TaskKind } from '../../core/tasks/model.ts'
import { describeAnswers, KEY_ERRORS, SERVER_ERRORS, generationErrors } from '../answer/describe-answers.ts'
import type { Schema } from '../answer/schema.ts'
import { jsonSchema, multipartSchema } from '../body/form-schema.ts'
import { IdempotencyHeader } from '../edge/request-headers.ts'
import { NATIVE_FORMS } from './native-forms.ts'

type Example = Record<string, unknown>

/** Requests that work unchanged on a fresh installation, and their answers. */
export const EXAMPLES = {
  image: {
    json: [
      { prompt: 'A red fox in a snowy forest at dawn, watercolour', model: 'diorama', aspect_ratio: '16:9' },
      {
        prompt: 'The same place in autumn',
        model: 'diorama',
        image: ['https://example.com/place.png'],
      },
      { prompt: 'A lighthouse in a storm', model: 'diorama', n: 2 },
    ],
    form: [{ prompt: 'The same place in autumn', model: 'diorama', image: ['place.png'] }],
    answer: {
      created: 1767225600,
      data: [{ url: 'http://127.0.0.1:8080/files/3kTqZ8mWcVx1yRbN5dLpHg.png' }],
    },
  },
  video: {
    json: [
      {
        prompt: 'A paper boat sails down a rainy street, camera follows',
        model: 'diorama',
        size: '1280x720',
        webhookUrl: 'https://example.com/hook',
      },
    ],
    form: [
      {
        prompt: 'From the first picture to the last',
        model: 'diorama',
        image: ['first.png', 'last.png'],
        size: '720p',
      },
    ],
    answer: {
      id: '4821907365518273640915',
      status: 'pending',
      message: 'The task is queued. Use the id to query its status.',
    },
  },
} as const satisfies Record<TaskKind, { json: readonly Example[]; form: readonly Example[]; answer: Example }>

/** A successful task, as polling shows it. */
export const VIDEO_TASK_EXAMPLE = {
  id: '4821907365518273640915',
  object: 'video',
  created: 1767225600,
  model: 'diorama',
  status: 'success',
  data: [
    {
      url: 'http://127.0.0.1:8080/files/9bXc2VtQm7LsKd4WnPzR1y.mp4',
      cover_url: 'http://127.0.0.1:8080/files/Hn5pYd8RkWq3TzVb6McXs2.jpg',
    },
  ],
  error: null,
} as const

const TEXTS = {
  image: {
    tags: ['Images'],
    operationId: 'createImage',
    summary: 'Create an image',
    description:
      'The request stays open until the image is ready. The `x-task-id` header contains the task id or, with `n` ' +
      'above 1, the ids of all tasks in order. If some tasks fail, the response contains the images of the others. ' +
      '`x-mediagen-warnings` lists what differs from your request, `x-mediagen-seed` the seeds used, and `x-mediagen-cost-usd` the cost.',
  },
  video: {
    tags: ['Videos'],
    operationId: 'createVideo',
    summary: 'Create a video',
    description:
      'Returns a task id immediately; poll the task, or send a `webhookUrl`. `x-mediagen-warnings` lists what will differ from your request.',
  },
} as const

/** Everything that the document says about a generation route; the same schemas validate requests. */
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

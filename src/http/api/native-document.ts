import { ERRORS, type ErrorCode } from '../../core/errors.ts'
import type { WebhookEvent } from '../../core/webhook.ts'
import type { DocumentHead } from '../answer/document.ts'
import { STATUS } from '../answer/error-reply.ts'
import { type Schema, Type } from '../answer/schema.ts'

const CompletionNotice = Type.Object({
  id: Type.String({ pattern: '^[0-9]+$', description: 'The task id.' }),
  object: Type.Literal('task_result'),
  created: Type.Integer({ description: 'Time of the result, in seconds since 1970.' }),
  status: Type.Enum(['success', 'failed']),
  result: Type.Object({
    images: Type.Array(
      Type.Object({
        fileUrl: Type.String(),
        fileType: Type.String({ description: 'A bare extension, such as mp4 or png.' }),
        taskCostTime: Type.Number(),
      }),
      { description: 'The results; empty when the task failed.' },
    ),
  }),
  error: Type.Union([Type.String(), Type.Null()], { description: 'Why it failed, in plain text.' }),
  taskCostTime: Type.Number({ description: 'Seconds from the start of processing to the result.' }),
})

type DescribedEvent = { operationId: string; summary: string; description: string; schema: Schema; example: object }

/** Each event, as the document describes the POST that we send. */
const WEBHOOKS: Record<WebhookEvent, DescribedEvent> = {
  'task.completed': {
    operationId: 'taskCompleted',
    summary: 'The completion webhook',
    description:
      'One POST to `webhookUrl` when the task ends, as a success or a failure. It is signed according to Standard Webhooks (headers ' +
      '`webhook-id`, `webhook-timestamp`, `webhook-signature`); the id is the same on every attempt. Respond with any 2xx; ' +
      'anything else is retried, up to ten attempts over three days.',
    schema: CompletionNotice,
    example: {
      id: '4821907365518273640915',
      object: 'task_result',
      created: 1767225642,
      status: 'success',
      result: {
        images: [
          {
            fileUrl: 'http://127.0.0.1:8080/files/9bXc2VtQm7LsKd4WnPzR1y.mp4',
            fileType: 'mp4',
            taskCostTime: 12.482,
          },
        ],
      },
      error: null,
      taskCostTime: 12.482,
    },
  },
}

function describeEvent({ schema, example, ...words }: DescribedEvent): object {
  const requestBody = { content: { 'application/json': { schema, example } } }
  return { post: { ...words, requestBody, responses: { '2XX': { description: 'Received.' } } } }
}

/** The parts of the native document other than its routes; `others` are the other APIs and their documents. */
export function nativeDocument(version: string, others: readonly { name: string; url: string }[]): DocumentHead {
  return {
    title: 'mediagen',
    version,
    description:
      'Generates images and videos from prompts. An image is returned in the response to its request; a video ' +
      'is a task that you poll or that a webhook announces. All errors have the same body, with a code from a fixed list.',
    tags: [
      { name: 'Images', description: 'Synchronous: the request stays open until the image is ready.' },
      {
        name: 'Videos',
        description: 'Asynchronous: the response is a task id; poll for the result, or receive it by webhook.',
      },
      { name: 'Uploads', description: 'Pictures and clips sent once and used in many requests.' },
      { name: 'Tasks', description: 'Receipts, lists, events, cancelling, deleting.' },
      { name: 'Webhooks', description: 'Deliveries, resending, and signing secrets.' },
      { name: 'Models', description: 'Available models, and your usage.' },
      { name: 'Files', description: 'Results and covers.' },
      { name: 'Projects', description: 'The project of your key, and its keys for owners.' },
      { name: 'Administration', description: 'Keys, projects and the audit log, for keys with the `admin` scope.' },
      { name: 'Operation', description: 'For monitoring.' },
    ],
    keys: { apiKey: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer <key>' } },
    more: {
      webhooks: Object.fromEntries(Object.values(WEBHOOKS).map((each) => [each.operationId, describeEvent(each)])),
      'x-documents': others,
      'x-errors': errorRows(),
    },
  }
}

/** Every code with its status and meaning: the closed list, for people and for programs. */
function errorRows(): object[] {
  return Object.entries(ERRORS).map(([code, { meaning, retryable }]) => ({
    code,
    status: STATUS[code as ErrorCode],
    meaning,
    retryable,
  }))
}

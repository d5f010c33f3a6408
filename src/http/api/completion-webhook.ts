import { Type } from '../answer/schema.ts'

const CompletionNotice = Type.Object({
  id: Type.String({ pattern: '^[0-9]+$', description: 'The task id.' }),
  object: Type.Literal('task_result'),
  created: Type.Integer({ description: 'When we had the result, in seconds since 1970.' }),
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

/** How the document describes the POST that we send when a task completes. */
export const COMPLETION_WEBHOOK = {
  operationId: 'taskCompleted',
  summary: 'The completion webhook',
  description:
    'One POST to `webhookUrl` when the task ends, as a success or a failure. It is signed as in Standard Webhooks (headers ' +
    '`webhook-id`, `webhook-timestamp`, `webhook-signature`); the id is the same on every attempt. Answer with any 2xx; ' +
    'anything else is retried, ten attempts over three days.',
  requestBody: {
    content: {
      'application/json': {
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
    },
  },
  responses: { '2XX': { description: 'Received.' } },
}

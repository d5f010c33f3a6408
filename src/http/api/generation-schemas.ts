import { Type } from '../answer/schema.ts'

const TaskId = Type.String({ pattern: '^[0-9]+$', description: 'The task id: digits only, always a string.' })
const Status = (description: string) => Type.Enum(['pending', 'processing', 'success', 'failed'], { description })
const Addresses = Type.Array(Type.Object({ url: Type.String({ description: 'The URL of the image.' }) }))

/** The outcome of one image among several. */
export const ImageTask = Type.Object({
  id: TaskId,
  status: Status('`success` or `failed`.'),
  data: Addresses,
  error: Type.Union([Type.Object({ code: Type.String(), message: Type.String() }), Type.Null()], {
    description: 'Why the task failed; otherwise null.',
  }),
})

export const ImageAnswer = Type.Object(
  {
    created: Type.Integer({ description: 'When the image was requested, in seconds since 1970.' }),
    data: Addresses,
    tasks: Type.Optional(
      Type.Array(ImageTask, {
        description:
          'With `n` above 1: the result of each task, in order. `data` has the images of those that succeeded.',
      }),
    ),
  },
  { description: 'The image is ready.' },
)

const SUBMISSION = {
  id: TaskId,
  status: Status('`pending`, unless the request waited for progress with `Prefer: wait`.'),
  message: Type.String(),
}

export const VideoSubmission = Type.Object(SUBMISSION, { description: 'The task is accepted and queued.' })

export const ImageSubmission = Type.Object({
  ...SUBMISSION,
  tasks: Type.Optional(
    Type.Array(Type.Object({ id: TaskId, status: Status('`pending`.') }), {
      description: 'With `n` above 1: every task, in order; `id` is the first.',
    }),
  ),
})

export const VideoTask = Type.Object(
  {
    id: Type.String({ pattern: '^[0-9]+$' }),
    object: Type.Literal('video'),
    created: Type.Integer({ description: 'When the task was created, in seconds since 1970.' }),
    model: Type.String(),
    status: Type.Enum(['pending', 'processing', 'success', 'failed']),
    data: Type.Array(
      Type.Object({
        url: Type.String(),
        cover_url: Type.Union([Type.String(), Type.Null()]),
      }),
      { description: 'The videos; empty until success.' },
    ),
    error: Type.Union([Type.Object({ code: Type.String(), message: Type.String() }), Type.Null()], {
      description: 'Why the task failed; otherwise null.',
    }),
  },
  { description: 'The current task.' },
)

export const TaskIdParams = Type.Object({ taskId: Type.String({ description: 'The id from the submission.' }) })

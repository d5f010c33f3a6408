import { Type } from '../answer/schema.ts'

export const ImageAnswer = Type.Object(
  {
    created: Type.Integer({ description: 'When the image was asked for, in seconds since 1970.' }),
    data: Type.Array(Type.Object({ url: Type.String({ description: 'Address of the image.' }) })),
  },
  { description: 'The image is ready.' },
)

export const VideoSubmission = Type.Object(
  {
    id: Type.String({ pattern: '^[0-9]+$', description: 'The task id: digits only, always a string.' }),
    status: Type.Enum(['pending', 'processing', 'success', 'failed'], {
      description: '`pending`, unless `Prefer: wait` asked to see more.',
    }),
    message: Type.String(),
  },
  { description: 'The task is accepted and queued.' },
)

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
      description: 'Why it failed; null unless it did.',
    }),
  },
  { description: 'The task as it stands.' },
)

export const TaskIdParams = Type.Object({ taskId: Type.String({ description: 'The id from the submission.' }) })

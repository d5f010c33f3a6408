import type { TaskKind } from '../../core/tasks/model.ts'

type Example = Record<string, unknown>

/** Requests that work as they stand on a fresh installation, and what is answered. */
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

/** A task as polling shows it when it has ended well. */
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

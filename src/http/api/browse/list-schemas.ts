import { TASK_STATUSES } from '../../../core/tasks/task.ts'
import { pageOf, PageQuery } from '../../answer/paging.ts'
import { orNull, Type } from '../../answer/schema.ts'
import { STORABLE, TaskCost, TaskFields, TaskIsOwn, moment, wordList } from '../task-schemas.ts'

const Kind = Type.Enum(['image', 'video'])

/** The part of a result that a page needs to show it in a list. */
const FirstOutput = Type.Object({
  url: Type.String({ description: 'The URL of the file.' }),
  url_expires_at: orNull(Type.Integer(), 'When the URL expires, in seconds since 1970; null if it does not.'),
  thumbnail_url: orNull(
    Type.String(),
    'The picture at most 512 pixels wide; you may change `width` in the URL. Null for a video without a cover.',
  ),
  type: Type.String({ description: 'Media type, detected from the bytes.' }),
  width: orNull(Type.Integer()),
  height: orNull(Type.Integer()),
  seconds: orNull(Type.Number(), 'Length of a video.'),
})

/** A task in a list: the facts about every task, its request, and its first result. */
const ListedFields = {
  ...TaskFields,
  prompt: Type.String({ description: 'The prompt, or its beginning; the receipt has the whole prompt.' }),
  prompt_truncated: Type.Boolean({ description: 'Whether the prompt was cut.' }),
  cost: TaskCost,
  outputs: Type.Integer({ description: 'The number of results.' }),
  first_output: orNull(FirstOutput, 'The first result; null if there is none.'),
  own: TaskIsOwn,
}

const ABOUT_MORE = 'A page of a search may be short or empty even if more results follow.'

/** The owner of the task. */
export const TaskKey = Type.Object({ id: Type.String(), name: Type.String() })

export const TaskList = pageOf(Type.Object(ListedFields), ABOUT_MORE)

/** The tasks of all keys, for operators. */
export const AllTaskList = pageOf(Type.Object({ ...ListedFields, key: TaskKey }), ABOUT_MORE)

/** For operators: only tasks of one project. */
export const ProjectQuery = Type.Optional(
  Type.String({ maxLength: 64, pattern: '^\\w+$', description: 'Only tasks of this project.' }),
)

const ListFilters = {
  kind: Type.Optional(Kind),
  status: Type.Optional(wordList(TASK_STATUSES)),
  model: Type.Optional(
    Type.String({ maxLength: 1000, pattern: STORABLE, description: 'Up to five, separated by commas.' }),
  ),
  from: moment('Accepted at this time or later'),
  to: moment('Accepted before this time'),
  text: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Words that must all occur in the prompt, in any case and order; parts of words also match.',
    }),
  ),
  ...PageQuery,
}

/** Whose tasks or usage a key in a project sees. */
export const OfQuery = Type.Optional(
  Type.Enum(['key', 'project'], {
    description: 'In a project: `project` (default) lists all tasks of the project, `key` only those of your key.',
  }),
)

export const TaskListQuery = Type.Object({ ...ListFilters, of: OfQuery }, { additionalProperties: false })

export const AllTaskListQuery = Type.Object(
  {
    ...ListFilters,
    key: Type.Optional(Type.String({ maxLength: 64, pattern: '^\\w+$', description: 'Only tasks of this key.' })),
    project: ProjectQuery,
  },
  { additionalProperties: false },
)

export const TaskCountQuery = Type.Object({ kind: Type.Optional(Kind), of: OfQuery }, { additionalProperties: false })

export const TaskCounts = Type.Object({
  object: Type.Literal('task_counts'),
  pending: Type.Integer(),
  processing: Type.Integer(),
  success: Type.Integer(),
  failed: Type.Integer(),
  counted_up_to: Type.Integer({ description: 'Counting stops at this number, which then means at least that many.' }),
})

import { Type } from '../../answer/schema.ts'

const Ids = (description: string) => Type.Array(Type.String({ maxLength: 40 }), { maxItems: 100, description })
const Refused = Type.Array(Type.Object({ id: Type.String(), code: Type.String() }), {
  description: 'Tasks with which it could not be done, with the code of the reason.',
})

export const CancelTasksBody = Type.Object(
  {
    ids: Type.Optional(Ids('These tasks, queued or running. Give this or `status`.')),
    status: Type.Optional(Type.Enum(['pending'], { description: 'All queued tasks of this key.' })),
  },
  // Either of the two.
  { additionalProperties: false, minProperties: 1, maxProperties: 1, examples: [{ status: 'pending' }] },
)

export const CancelledTasks = Type.Object({
  cancelled: Type.Array(Type.String(), { description: 'Ids of tasks that are cancelled now.' }),
  refused: Refused,
  has_more: Type.Boolean({ description: 'More tasks may be waiting: ask again.' }),
})

export const DeleteTasksBody = Type.Object(
  { ids: Ids('These tasks, which must have ended.') },
  { additionalProperties: false, examples: [{ ids: ['1234567890123456789012'] }] },
)

export const DeletedTasks = Type.Object({
  deleted: Type.Array(Type.String(), { description: 'Ids of tasks that are deleted now.' }),
  refused: Refused,
})

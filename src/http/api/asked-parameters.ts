import type { Task } from '../../core/tasks/task.ts'
import { orNull, Type, type Static } from '../answer/schema.ts'

/** What the caller asked for beside prompt and model, as the receipt shows it; null where it asked for nothing. */
export const AskedParameters = Type.Object({
  aspect_ratio: orNull(Type.String()),
  size: orNull(Type.String()),
  seed: orNull(Type.Integer()),
})

/** The same of one task: a new parameter is a line above and a line here. */
export function showAsked(task: Task): Static<typeof AskedParameters> {
  return { aspect_ratio: task.askedRatio, size: task.askedSize, seed: task.askedSeed }
}

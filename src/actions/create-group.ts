import { AppError } from '../core/errors.ts'
import type { Task } from '../core/task.ts'
import { createTask, type CreateTaskDeps, type CreateTaskInput } from './create-task.ts'

export type CreateGroupInput = CreateTaskInput & { count: number }

/** Accepts what one request asks for: as many tasks as results, in order, each with a start and a receipt of its own. */
export async function createGroup(deps: CreateTaskDeps, { count, ...input }: CreateGroupInput): Promise<Task[]> {
  if (count === 1) return [await createTask(deps, input)]
  await Promise.all(input.references.map(async (each) => (each.from === 'bytes' ? each.spooled.discard() : undefined)))
  const message = `${count} results were asked for, and one is made for each request. Send ${count} requests instead.`
  throw new AppError('invalid_parameter', message, { param: 'n' })
}

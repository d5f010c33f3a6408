import type { Task } from '../core/task.ts'
import type { Store } from '../ports/store.ts'
import type { TaskFilter } from '../ports/store/task-reader.ts'

/** One page of the caller's tasks, newest first, and whether there are more. */
export async function listTasks(
  deps: { store: Pick<Store, 'tasks'> },
  filter: TaskFilter,
): Promise<{ tasks: Task[]; hasMore: boolean }> {
  const tasks = await deps.store.tasks.list({ ...filter, limit: filter.limit + 1 })
  return { tasks: tasks.slice(0, filter.limit), hasMore: tasks.length > filter.limit }
}

import type { Task } from '../core/task.ts'
import type { Store } from '../ports/store.ts'

/** The tasks of the request that made this one, in order. One that was deleted since is not among them. */
export async function readGroup({ store }: { store: Pick<Store, 'tasks'> }, task: Task): Promise<Task[]> {
  if (task.groupIds === null) return [task]
  const found = await Promise.all(task.groupIds.map((id) => store.tasks.find(id)))
  return found.filter((each) => each !== undefined)
}

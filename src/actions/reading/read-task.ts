import type { ApiKey } from '../../core/keys/api-key.ts'
import { AppError } from '../../core/errors.ts'
import { type FileBases, type FileRecord, fileUrl } from '../../core/files/file-record.ts'
import type { TaskKind } from '../../core/tasks/model.ts'
import { isTaskId } from '../../core/tasks/task-id.ts'
import { outputsAmong, type ViewedFile, type ShownOutput, type TaskView } from '../../core/tasks/task-view.ts'
import type { Task } from '../../core/tasks/task.ts'
import type { FileSigner } from '../../ports/files.ts'
import type { Store } from '../../ports/store.ts'
import type { Replica } from '../../ports/store/replica.ts'
import type { TaskFilter, TaskReader } from '../../ports/store/task-reader.ts'

type Deps = { store: Pick<Store, 'tasks'> }

/**
 * A task that the caller may see, of this kind if one is named: its own, and those made in its project. Unknown,
 * foreign and malformed ids look the same.
 */
export async function readVisibleTask(deps: Deps, caller: ApiKey, id: string, kind?: TaskKind): Promise<Task> {
  return visible(isTaskId(id) ? await deps.store.tasks.find(id) : undefined, caller, kind)
}

/** The same for changes, which only the key that made the task may make. */
export async function readOwnTask(deps: Deps, caller: ApiKey, id: string): Promise<Task> {
  const task = await readVisibleTask(deps, caller, id)
  if (task.keyId === caller.id) return task
  const message = 'Another key of your project created this task, so you can read it but not change it.'
  throw new AppError('insufficient_scope', message, { taskId: id })
}

/** Whose tasks a caller's lists show: its own and those of its project, or only its own if it asks for that. */
export function listedFor(caller: ApiKey, of: 'key' | 'project' = 'project'): Pick<TaskFilter, 'keyId' | 'project'> {
  if (caller.project === null || of === 'key') return { keyId: caller.id }
  return { keyId: null, project: caller.project }
}

/** The same task for polling: reads as little as possible, in a single query. */
export async function viewVisibleTask(deps: Deps, caller: ApiKey, id: string, kind: TaskKind): Promise<TaskView> {
  return visible(isTaskId(id) ? await deps.store.tasks.view(id) : undefined, caller, kind)
}

/** The task, if the caller may see it. */
export function visible<Found extends Pick<Task, 'keyId' | 'project' | 'kind'>>(
  task: Found | undefined,
  caller: ApiKey,
  kind?: TaskKind,
): Found {
  if (task === undefined || !maySee(caller, task) || (kind !== undefined && task.kind !== kind)) {
    throw new AppError('task_not_found', 'Your API key has no task with this id.')
  }
  return task
}

/** Its own, and those made in its project. */
export function maySee(caller: ApiKey, { keyId, project }: Pick<Task, 'keyId' | 'project'>): boolean {
  return keyId === caller.id || (project !== null && project === caller.project)
}

/** The tasks of the request that made this one, in order. Deleted ones are left out. */
export async function readGroup({ store }: { store: Pick<Store, 'tasks'> }, task: Task): Promise<Task[]> {
  if (task.groupIds === null) return [task]
  const found = await Promise.all(task.groupIds.map((id) => store.tasks.find(id)))
  return found.filter((each) => each !== undefined)
}

/** One page of the caller's tasks, newest first, and whether there are more. */
export async function listTasks(
  deps: { store: { tasks: Pick<TaskReader, 'list'> } },
  filter: TaskFilter,
): Promise<{ tasks: Task[]; hasMore: boolean }> {
  const tasks = await deps.store.tasks.list({ ...filter, limit: filter.limit + 1 })
  return { tasks: tasks.slice(0, filter.limit), hasMore: tasks.length > filter.limit }
}

/** A task's results in order, each with its cover. */
export async function readOutputs(
  deps: { store: Pick<Store, 'files'> },
  taskId: string,
): Promise<ShownOutput<FileRecord>[]> {
  return outputsAmong(await deps.store.files.ofTask(taskId))
}

/** The same for many tasks, by their ids; tasks without results are left out. */
export async function readOutputsOfMany(
  deps: { store: Pick<Replica, 'files'> },
  taskIds: readonly string[],
): Promise<Map<string, ShownOutput<FileRecord>[]>> {
  const files = taskIds.length === 0 ? [] : await deps.store.files.shownOf(taskIds)
  const byTask = Map.groupBy(files, ({ taskId }) => taskId)
  return new Map([...byTask].map(([id, own]) => [id, outputsAmong(own)]))
}

export type AddressDeps = FileBases & {
  /** Whether answers carry signed addresses. */
  signer?: FileSigner | undefined
}

/** The address to show in an answer, and when it expires, in seconds since 1970; null if it does not. */
export async function addressFile(
  deps: AddressDeps,
  file: ViewedFile,
): Promise<{ url: string; expiresAt: number | null }> {
  return deps.signer === undefined ? { url: fileUrl(deps, file), expiresAt: null } : deps.signer.sign(file)
}

import { AppError } from '../../core/errors.ts'
import { type FileBases, fileIdIn, type FileRecord, fileUrl } from '../../core/files/file-record.ts'
import type { ApiKey } from '../../core/keys/api-key.ts'
import type { Store } from '../../ports/store.ts'
import { maySee, readOutputs, readVisibleTask } from '../reading/read-task.ts'
import type { KnownReference, NewReference } from './store-tasks.ts'
import { roleOf } from './read-references.ts'

export type OwnClipDeps = FileBases & { store: Pick<Store, 'tasks' | 'files'> }

/**
 * The URL of a clip that was named by its task. Only the key that made a clip may use it as input, under any of its
 * names.
 */
export async function namedClips(
  deps: OwnClipDeps,
  caller: ApiKey,
  references: readonly Exclude<NewReference, { from: 'upload' }>[],
): Promise<KnownReference[]> {
  const known: KnownReference[] = []
  for (const reference of references) {
    if (reference.from === 'task') {
      const file = await clipOfTask(deps, caller, reference.taskId)
      known.push({ from: 'url', url: fileUrl(deps, file), ...roleOf(reference) })
      continue
    }
    if (reference.from === 'url' && reference.role === 'video') await checkOwner(deps, caller, reference.url)
    known.push(reference)
  }
  return known
}

/** The clip that a task of the caller has made. Unknown and foreign ids look the same. */
export async function clipOfTask(deps: OwnClipDeps, caller: ApiKey, taskId: string): Promise<FileRecord> {
  const task = await readVisibleTask(deps, caller, taskId, 'video').catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'task_not_found') throw notYours()
    throw error
  })
  if (task.status === 'failed') throw refused(`The video ${taskId} failed, so it cannot be used.`)
  if (task.status !== 'success') {
    const message = `The video ${taskId} is not ready yet. Send this request again when the video has completed.`
    throw new AppError('task_not_finished', message, { param: 'video', taskId })
  }
  const [output] = await readOutputs(deps, taskId)
  if (output === undefined) throw notYours()
  return output.file
}

async function checkOwner(deps: OwnClipDeps, caller: ApiKey, url: string): Promise<void> {
  const id = fileIdIn(deps, url)
  if (id === undefined) return
  const record = await deps.store.files.find(id)
  const isSeen = record !== undefined && (record.keyId === caller.id || (await isOfProject(deps, caller, record)))
  if (!isSeen || record.role !== 'output' || !record.mediaType.startsWith('video/')) throw notYours()
}

async function isOfProject({ store }: OwnClipDeps, caller: ApiKey, { taskId }: FileRecord): Promise<boolean> {
  const task = caller.project === null ? undefined : await store.tasks.find(taskId)
  return task !== undefined && maySee(caller, task)
}

function notYours(): AppError {
  return refused('Your API key has no such video. Send the id or URL of one of your own videos.')
}

function refused(message: string): AppError {
  return new AppError('invalid_parameter', message, { param: 'video' })
}

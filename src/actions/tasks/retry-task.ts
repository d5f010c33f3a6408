import type { ApiKey } from '../../core/keys/api-key.ts'
import { AppError } from '../../core/errors.ts'
import type { FileRecord } from '../../core/files/file-record.ts'
import { requestOf } from '../../core/tasks/generation-request.ts'
import { isFinal, type Task } from '../../core/tasks/task.ts'
import type { Origin } from './announce.ts'
import { createTask, type CreateTaskDeps, type NewReference } from './create-task.ts'
import { roleOf } from './read-references.ts'
import { readVisibleTask } from '../reading/read-task.ts'

export type RetryTaskInput = {
  caller: ApiKey
  id: string
  idempotencyKey: string | null
  /** For whom it is requested now; the original end user, unless one is named. */
  endUser?: string | null
  origin?: Origin
}

const WEBHOOK_LEFT =
  'webhookUrl: the retried task belongs to another key, so its webhook URL was not used. Poll this task, or send a new request with your own webhook URL.'

/**
 * Requests again what an ended task of the caller requested: a new task under the current rules. Stored pictures are
 * copied, so that either task can be deleted independently; URLs are fetched again.
 */
export async function retryTask(deps: CreateTaskDeps, input: RetryTaskInput): Promise<Task> {
  const { caller, id, idempotencyKey, origin } = input
  const task = await readVisibleTask(deps, caller, id)
  if (!isFinal(task.status)) {
    const message = 'The task has not ended, so there is nothing to retry. Wait for it, or cancel it first.'
    throw new AppError('task_not_finished', message, { taskId: id })
  }
  // The receiver of another key knows neither this task nor the secret that signs for it.
  const isForeign = task.keyId !== caller.id
  const request = { ...requestOf(task), seed: seedOf(task), ...(isForeign ? { webhookUrl: null } : {}) }
  const warnings = isForeign && task.webhookUrl !== null ? [WEBHOOK_LEFT] : []
  const remix = task.remixOf === null ? {} : { remixOf: task.remixOf }
  const endUser = input.endUser ?? task.endUser
  const asked = {
    caller,
    endUser,
    request,
    idempotencyKey,
    warnings,
    ...remix,
    ...(origin === undefined ? {} : { origin }),
  }
  return createTask(deps, { ...asked, references: await referencesOf(deps, task) })
}

/** Of several images, each had its own seed, counted from the requested one. */
function seedOf({ askedSeed, effective, groupIds }: Task): number | null {
  if (askedSeed === null || groupIds === null) return askedSeed
  return effective?.seed ?? askedSeed
}

async function referencesOf(deps: CreateTaskDeps, task: Task): Promise<NewReference[]> {
  if (task.references.length === 0) return []
  const records = await deps.store.files.ofTask(task.id)
  const references: NewReference[] = []
  try {
    for (const reference of task.references) {
      if (reference.from === 'url') references.push(reference)
      else {
        const record = records.find(({ id }) => id === reference.fileId)
        references.push({ ...(await keptReference(deps, record)), ...roleOf(reference) })
      }
    }
    return references
  } catch (error) {
    for (const reference of references) if (reference.from === 'bytes') await reference.spooled.discard()
    throw error
  }
}

async function keptReference(deps: CreateTaskDeps, record: FileRecord | undefined): Promise<NewReference> {
  const source = record === undefined ? undefined : await deps.files.open(record.id)
  if (record === undefined || source === undefined)
    throw new AppError(
      'file_not_found',
      'A reference image of the task is no longer stored. Send a new request that includes the image.',
    )
  const spooled = await deps.files.spool(source, { maxBytes: record.bytes, tooLarge: 'internal_error' })
  const { mediaType, extension, width, height, durationMs, clip } = record
  const ofClip = clip === null ? {} : { durationMs: durationMs ?? 0, ...clip }
  // A reference that was examined when it came in needs no second look.
  return { from: 'bytes', spooled, facts: { mediaType, extension, width: width ?? 0, height: height ?? 0, ...ofClip } }
}

import type { ApiKey } from '../../core/keys/api-key.ts'
import type { FileRecord } from '../../core/files/file-record.ts'
import type { Task } from '../../core/tasks/task.ts'
import type { Store } from '../../ports/store.ts'
import { deliveriesOf, type DeliveryRecord } from '../webhooks/deliveries.ts'
import { readVisibleTask } from './read-task.ts'

/** Everything that is known about a task. */
export type Receipt = {
  task: Task
  /** Everything that differs from the request. */
  warnings: string[]
  files: FileRecord[]
  queuePosition: number | null
  deliveries: DeliveryRecord[]
}

export type ReceiptDeps = { store: Pick<Store, 'tasks' | 'files' | 'deliveries'> }

/** The receipt of the caller's own task. */
export async function readReceipt(deps: ReceiptDeps, caller: ApiKey, id: string): Promise<Receipt> {
  return receiptOf(deps, await readVisibleTask(deps, caller, id))
}

/** The receipt of a task that the asker may see. */
export async function receiptOf(deps: ReceiptDeps, task: Task): Promise<Receipt> {
  const { id } = task
  const [files, deliveries] = await Promise.all([deps.store.files.ofTask(id), deliveriesOf(deps, id)])
  // The first task in the queue is at position 1.
  const queuePosition = task.status === 'pending' ? 1 + (await deps.store.tasks.queuePosition(task)) : null
  return { task, warnings: [...task.warnings, ...repeatWarnings(task)], files, queuePosition, deliveries }
}

/** Kept apart from the other warnings: those are written by the worker, while repeats come in. */
function repeatWarnings({ repeats }: Task): string[] {
  if (repeats === 0) return []
  const times = repeats === 1 ? 'once' : `${repeats} times`
  return [`The client repeated its request ${times} and received this task instead of a new one.`]
}

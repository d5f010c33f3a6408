import type { ApiKey } from '../core/api-key.ts'
import type { Delivery, DeliveryAttempt } from '../core/delivery.ts'
import { AppError } from '../core/errors.ts'
import type { FileRecord } from '../core/file-record.ts'
import type { Task } from '../core/task.ts'
import type { Bell, Clock } from '../ports/runtime.ts'
import type { Store, TaskFilter } from '../ports/store.ts'
import { readOwnTask } from './read-task.ts'

/** A delivery with everything that was tried. */
export type DeliveryRecord = { delivery: Delivery; attempts: DeliveryAttempt[] }

/** All that we know of a task. */
export type Receipt = { task: Task; files: FileRecord[]; queuePosition: number | null; deliveries: DeliveryRecord[] }

/** The receipt of the caller's own task. */
export async function readReceipt(deps: { store: Store }, caller: ApiKey, id: string): Promise<Receipt> {
  const task = await readOwnTask(deps, caller, id)
  const [files, deliveries] = await Promise.all([deps.store.files.ofTask(id), deliveriesOf(deps, id)])
  // The first in line is at position 1.
  const queuePosition = task.status === 'pending' ? 1 + (await deps.store.tasks.queuePosition(task)) : null
  return { task, files, queuePosition, deliveries }
}

/** The deliveries of the caller's own task, each with its attempts. */
export async function readDeliveries(deps: { store: Store }, caller: ApiKey, id: string): Promise<DeliveryRecord[]> {
  await readOwnTask(deps, caller, id)
  return deliveriesOf(deps, id)
}

/** Puts the caller's delivery with this number, counted from 1, in line again. */
export async function redeliver(
  deps: { store: Store; clock: Clock; bell: Bell },
  caller: ApiKey,
  which: { taskId: string; number: number },
): Promise<DeliveryRecord> {
  const found = (await readDeliveries(deps, caller, which.taskId))[which.number - 1]
  if (found === undefined) {
    throw new AppError('task_not_found', `This task has no delivery number ${which.number}.`)
  }
  await deps.store.deliveries.requeue(found.delivery.id, deps.clock.now())
  deps.bell.ring('deliveries')
  return (await readDeliveries(deps, caller, which.taskId))[which.number - 1] ?? found
}

/** Puts everything in line again that was sent since a time and never arrived; gives back how many. */
export async function redeliverSince(
  deps: { store: Store; clock: Clock; bell: Bell },
  caller: ApiKey,
  since: number,
): Promise<number> {
  const count = await deps.store.deliveries.requeueSince(caller.id, since, deps.clock.now())
  deps.bell.ring('deliveries')
  return count
}

/** One page of the caller's tasks, newest first, and whether there are more. */
export async function listTasks(
  deps: { store: Store },
  filter: TaskFilter,
): Promise<{ tasks: Task[]; hasMore: boolean }> {
  const tasks = await deps.store.tasks.list({ ...filter, limit: filter.limit + 1 })
  return { tasks: tasks.slice(0, filter.limit), hasMore: tasks.length > filter.limit }
}

async function deliveriesOf(deps: { store: Store }, taskId: string): Promise<DeliveryRecord[]> {
  const deliveries = await deps.store.deliveries.ofTask(taskId)
  return Promise.all(
    deliveries.map(async (delivery) => ({ delivery, attempts: await deps.store.deliveries.attempts(delivery.id) })),
  )
}

import type { ApiKey } from '../core/api-key.ts'
import { AppError } from '../core/errors.ts'
import type { Bell, Clock } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'
import { readDeliveries, type DeliveryRecord } from './read-deliveries.ts'

/** Puts the caller's delivery with this number, counted from 1, in line again. */
export async function redeliver(
  deps: { store: Pick<Store, 'tasks' | 'deliveries'>; clock: Clock; bell: Bell },
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
  deps: { store: Pick<Store, 'deliveries'>; clock: Clock; bell: Bell },
  caller: ApiKey,
  since: number,
): Promise<number> {
  const count = await deps.store.deliveries.requeueSince(caller.id, since, deps.clock.now())
  deps.bell.ring('deliveries')
  return count
}

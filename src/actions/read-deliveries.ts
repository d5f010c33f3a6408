import type { ApiKey } from '../core/api-key.ts'
import type { Delivery, DeliveryAttempt } from '../core/delivery.ts'
import type { Store } from '../ports/store.ts'
import { readOwnTask } from './read-task.ts'

/** A delivery with everything that was tried. */
export type DeliveryRecord = { delivery: Delivery; attempts: DeliveryAttempt[] }

/** The deliveries of the caller's own task, each with its attempts. */
export async function readDeliveries(
  deps: { store: Pick<Store, 'tasks' | 'deliveries'> },
  caller: ApiKey,
  id: string,
): Promise<DeliveryRecord[]> {
  await readOwnTask(deps, caller, id)
  return deliveriesOf(deps, id)
}

/** The deliveries of a task, whoever asks. */
export async function deliveriesOf(
  deps: { store: Pick<Store, 'deliveries'> },
  taskId: string,
): Promise<DeliveryRecord[]> {
  const deliveries = await deps.store.deliveries.ofTask(taskId)
  return Promise.all(
    deliveries.map(async (delivery) => ({ delivery, attempts: await deps.store.deliveries.attempts(delivery.id) })),
  )
}

import type { ApiKey } from '../../core/keys/api-key.ts'
import { type Delivery, type DeliveryAttempt, eventNumber } from '../../core/webhook.ts'
import { AppError } from '../../core/errors.ts'
import type { Bell, Clock } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import type { DeliveryFilter, DeliveryCursor } from '../../ports/store/deliveries.ts'
import { readOwnTask, readVisibleTask } from '../reading/read-task.ts'

/** A delivery with all its attempts. */
export type DeliveryRecord = { delivery: Delivery; attempts: DeliveryAttempt[] }

/** The deliveries of the caller's own task, each with its attempts. */
export async function readDeliveries(
  deps: { store: Pick<Store, 'tasks' | 'deliveries'> },
  caller: ApiKey,
  id: string,
): Promise<DeliveryRecord[]> {
  await readVisibleTask(deps, caller, id)
  return deliveriesOf(deps, id)
}

/** The deliveries of a task in the order of their numbers, for any caller. */
export async function deliveriesOf(
  deps: { store: Pick<Store, 'deliveries'> },
  taskId: string,
): Promise<DeliveryRecord[]> {
  const found = await deps.store.deliveries.ofTask(taskId)
  const deliveries = found.toSorted((one, other) => eventNumber(one.event) - eventNumber(other.event))
  return Promise.all(
    deliveries.map(async (delivery) => ({ delivery, attempts: await deps.store.deliveries.attempts(delivery.id) })),
  )
}

type Deps = { store: Pick<Store, 'deliveries'> }

export type ListedDelivery = { delivery: Delivery; lastAttempt: DeliveryAttempt | null }

/**
 * One page of deliveries for the caller's tasks, newest first, each with its last attempt; and the cursor of the next.
 */
export async function listDeliveries(
  { store }: Deps,
  filter: DeliveryFilter,
): Promise<{ deliveries: ListedDelivery[]; next: DeliveryCursor | null }> {
  const found = await store.deliveries.list({ ...filter, limit: filter.limit + 1 })
  const page = found.slice(0, filter.limit)
  const deliveries = page.map(async (delivery) => {
    const attempts = delivery.attempts === 0 ? [] : await store.deliveries.attempts(delivery.id)
    return { delivery, lastAttempt: attempts.at(-1) ?? null }
  })
  const next = found.length > filter.limit ? (page.at(-1) ?? null) : null
  return { deliveries: await Promise.all(deliveries), next }
}

/** One of the caller's deliveries with all its attempts. */
export async function readDelivery({ store }: Deps, caller: ApiKey, id: string): Promise<DeliveryRecord> {
  // A malformed id is not looked up: a database may not even accept it in a query.
  const delivery = /^\w{1,64}$/.test(id) ? await store.deliveries.find(id) : undefined
  if (delivery === undefined || delivery.keyId !== caller.id)
    throw new AppError('task_not_found', 'Your API key has no delivery with this id.')
  return { delivery, attempts: await store.deliveries.attempts(id) }
}

/** Queues the caller's delivery with this number again. */
export async function redeliver(
  deps: { store: Pick<Store, 'tasks' | 'deliveries'>; clock: Clock; bell: Bell },
  caller: ApiKey,
  which: { taskId: string; number: number },
): Promise<DeliveryRecord> {
  const look = async (): Promise<DeliveryRecord | undefined> =>
    (await readDeliveries(deps, caller, which.taskId)).find(
      ({ delivery }) => eventNumber(delivery.event) === which.number,
    )
  await readOwnTask(deps, caller, which.taskId)
  const found = await look()
  if (found === undefined) {
    throw new AppError('task_not_found', `This task has no delivery with the number ${which.number}.`)
  }
  await deps.store.deliveries.requeue(found.delivery.id, deps.clock.now())
  deps.bell.ring('deliveries')
  return (await look()) ?? found
}

/** Queues everything again that was sent since a time and never arrived; returns how many. */
export async function redeliverSince(
  deps: { store: Pick<Store, 'deliveries'>; clock: Clock; bell: Bell },
  caller: ApiKey,
  since: number,
): Promise<number> {
  const count = await deps.store.deliveries.requeueSince(caller.id, since, deps.clock.now())
  deps.bell.ring('deliveries')
  return count
}

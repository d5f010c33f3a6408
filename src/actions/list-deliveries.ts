import type { ApiKey } from '../core/api-key.ts'
import type { Delivery, DeliveryAttempt } from '../core/delivery.ts'
import { AppError } from '../core/errors.ts'
import type { Store } from '../ports/store.ts'
import type { DeliveryFilter, DeliveryPlace } from '../ports/store/deliveries.ts'
import type { DeliveryRecord } from './read-deliveries.ts'

type Deps = { store: Pick<Store, 'deliveries'> }

export type ListedDelivery = { delivery: Delivery; lastAttempt: DeliveryAttempt | null }

/** One page of what was sent for the caller's tasks, newest first, each with its last attempt; and where the next begins. */
export async function listDeliveries(
  { store }: Deps,
  filter: DeliveryFilter,
): Promise<{ deliveries: ListedDelivery[]; next: DeliveryPlace | null }> {
  const found = await store.deliveries.list({ ...filter, limit: filter.limit + 1 })
  const page = found.slice(0, filter.limit)
  const deliveries = page.map(async (delivery) => {
    const attempts = delivery.attempts === 0 ? [] : await store.deliveries.attempts(delivery.id)
    return { delivery, lastAttempt: attempts.at(-1) ?? null }
  })
  const next = found.length > filter.limit ? (page.at(-1) ?? null) : null
  return { deliveries: await Promise.all(deliveries), next }
}

/** One of the caller's deliveries with everything that was tried. */
export async function readDelivery({ store }: Deps, caller: ApiKey, id: string): Promise<DeliveryRecord> {
  // What is no id is looked for nowhere: a database may not even be able to ask for it.
  const delivery = /^\w{1,64}$/.test(id) ? await store.deliveries.find(id) : undefined
  if (delivery === undefined || delivery.keyId !== caller.id)
    throw new AppError('task_not_found', 'There is no delivery with this id under your API key.')
  return { delivery, attempts: await store.deliveries.attempts(id) }
}

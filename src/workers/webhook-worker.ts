import { deliverWebhook, type DeliverDeps } from '../actions/deliver-webhook.ts'
import type { Delivery } from '../core/delivery.ts'
import { randomBase62 } from '../core/random-text.ts'
import type { Bell } from '../ports/runtime.ts'
import { workLoop, type Worker } from './loop.ts'

// Twice the deadline of an attempt: while a live worker sends, nobody else does.
const LEASE_MS = 30_000
const LOOK_EVERY_MS = 500
const CONCURRENCY = 64
const PER_HOST = 8
// A host that failed this often in a row is probed one attempt at a time until one comes through.
const TROUBLE_AFTER = 5
// Hosts come from callers; what we remember of them must not grow without end.
const MAX_REMEMBERED = 1_000

/** Sends webhooks, a few at a time per host, so that a dead receiver holds nobody else up. */
export function webhookWorker(deps: DeliverDeps & { bell: Bell }): Worker {
  const failures = new Map<string, number>()
  const slowHosts = (): Record<string, number> =>
    Object.fromEntries([...failures].filter(([, count]) => count >= TROUBLE_AFTER).map(([host]) => [host, 1]))
  const remember = (host: string, reached: boolean): void => {
    const count = failures.get(host) ?? 0
    failures.delete(host)
    if (!reached) failures.set(host, count + 1)
    const oldest = failures.keys().next().value
    if (failures.size > MAX_REMEMBERED && oldest !== undefined) failures.delete(oldest)
  }
  return workLoop<Delivery>({
    ...deps,
    name: 'webhooks',
    topic: 'deliveries',
    concurrency: CONCURRENCY,
    lookEveryMs: LOOK_EVERY_MS,
    claim: (limit) => {
      const now = deps.clock.now()
      const token = randomBase62(22, deps.random.bytes)
      return deps.store.deliveries.claim({
        token,
        now,
        leaseUntil: now + LEASE_MS,
        limit,
        perHost: PER_HOST,
        slowHosts: slowHosts(),
      })
    },
    work: async (delivery) => remember(delivery.host, await deliverWebhook(deps, delivery)),
  })
}

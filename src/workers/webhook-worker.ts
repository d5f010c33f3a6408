import { deliverWebhook, type DeliverDeps } from '../actions/webhooks/deliver-webhook.ts'
import { randomBase62 } from '../core/text/random-text.ts'
import type { Bell } from '../ports/runtime.ts'
import type { ClaimedDelivery } from '../ports/store/deliveries.ts'
import { hostHealth } from './host-health.ts'
import { workLoop, type Worker } from './loop.ts'

// Twice the deadline of an attempt: while a live worker sends, nobody else does.
const LEASE_MS = 30_000
const LOOK_EVERY_MS = 500
// An attempt that waits is a socket and some kilobytes; a receiver that hangs holds one for 15 s.
const CONCURRENCY = 256
// Claims are written in one go and sent in one go; more at once would hold up everything else in the process.
const BATCH = 32
const PER_HOST = 8
// From here on a host that we have not heard from gets one attempt at a time, and a host in trouble none. To hold up
// everyone, this many receivers that nobody has met before would all have to hang within the same 15 s.
const SCARCE = CONCURRENCY / 2
const TOPIC = 'deliveries'

/** Sends webhooks, a few at a time per host, so that dead receivers hold nobody else up. */
export function webhookWorker(deps: DeliverDeps & { bell: Bell }): Worker {
  const health = hostHealth()
  let underWay = 0
  return workLoop<ClaimedDelivery>({
    ...deps,
    name: 'webhooks',
    topic: TOPIC,
    concurrency: CONCURRENCY,
    lookEveryMs: LOOK_EVERY_MS,
    claim: (room) => {
      const now = deps.clock.now()
      const scarce = underWay >= SCARCE
      return deps.store.deliveries.claim({
        token: randomBase62(22, deps.random.bytes),
        now,
        leaseUntil: now + LEASE_MS,
        limit: Math.min(room, BATCH),
        perHost: scarce ? 1 : PER_HOST,
        hostLimits: health.rooms(scarce, PER_HOST),
      })
    },
    work: async (delivery, drain) => {
      underWay++
      try {
        health.note(delivery.host, await deliverWebhook(deps, delivery, drain))
      } finally {
        underWay--
        // Its host has room again. Without this, a line of due deliveries would move on only with the next look.
        deps.bell.ring(TOPIC)
      }
    },
  })
}

import type { Store } from '../ports/store.ts'
import type { DeliveryResult } from '../ports/store/deliveries.ts'
import type { AttemptResult, Meters } from '../ports/telemetry.ts'

/** The same store; what is written to it is counted once it is written. */
export function meteredStore(store: Store, meters: Meters): Store {
  const { queue, deliveries } = store
  return {
    ...store,
    queue: {
      ...queue,
      async insert(entry, seat) {
        const outcome = await queue.insert(entry, seat)
        if (outcome.kind === 'inserted') for (const { task } of [entry, ...(entry.others ?? [])]) meters.accepted(task)
        return outcome
      },
    },
    deliveries: {
      ...deliveries,
      async record(lease, result) {
        const stored = await deliveries.record(lease, result)
        if (stored) meters.attempt(resultOf(result), result.attempt.durationMs)
        return stored
      },
    },
  }
}

function resultOf({ status }: DeliveryResult): AttemptResult {
  if (status === 'delivered') return 'delivered'
  return status === 'dead' ? 'given_up' : 'failed'
}

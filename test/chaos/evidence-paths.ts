import { join } from 'node:path'

/** Where a run leaves its traces. */
export function tracesIn(folder: string) {
  return {
    dataDir: join(folder, 'data'),
    calls: join(folder, 'provider-calls.jsonl'),
    leases: join(folder, 'lease-writes.jsonl'),
    arrivals: join(folder, 'webhook-arrivals.jsonl'),
    history: join(folder, 'history.jsonl'),
    ends: join(folder, 'process-ends.jsonl'),
    clock: join(folder, 'clock.jsonl'),
  }
}

export type Traces = ReturnType<typeof tracesIn>

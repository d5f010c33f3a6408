import type { ApiKey } from '../core/api-key.ts'
import type { TaskKind } from '../core/model.ts'
import type { Clock } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'
import type { Usage } from '../ports/store/usage.ts'

export type UsageDeps = { store: Pick<Store, 'usage'>; clock: Clock }

/** What a key did with one model on one day, in UTC. */
export type UsageDay = {
  day: string
  model: string
  kind: TaskKind
  tasks: number
  succeeded: number
  /** Pictures made, or seconds of video. */
  units: number
  /** By the prices at the time; null where the model named none. */
  usd: number | null
}

const DAY_MS = 24 * 60 * 60 * 1000
const MICROS_PER_DOLLAR = 1_000_000

/** The key's finished tasks of the last days, today included, by day and model. */
export async function readUsage(deps: UsageDeps, caller: ApiKey, days: number): Promise<UsageDay[]> {
  const today = Math.floor(deps.clock.now() / DAY_MS)
  const rows = await deps.store.usage.since(caller.id, (today - days + 1) * DAY_MS)
  const sums = new Map<string, UsageDay>()
  for (const row of rows) {
    const day = new Date(row.at).toISOString().slice(0, 10)
    const name = `${day} ${row.kind} ${row.model}`
    const sum = sums.get(name) ?? { day, model: row.model, kind: row.kind, tasks: 0, succeeded: 0, units: 0, usd: null }
    sums.set(name, add(sum, row))
  }
  return [...sums.values()]
}

function add(sum: UsageDay, { status, units, priceMicros }: Usage): UsageDay {
  // Summed as whole millionths: many small prices keep no tail of binary fractions.
  const micros = Math.round((sum.usd ?? 0) * MICROS_PER_DOLLAR) + (priceMicros ?? 0)
  return {
    ...sum,
    tasks: sum.tasks + 1,
    succeeded: sum.succeeded + (status === 'success' ? 1 : 0),
    units: sum.units + units,
    usd: priceMicros === null ? sum.usd : micros / MICROS_PER_DOLLAR,
  }
}

import type { ApiKey } from '../../core/keys/api-key.ts'
import { usdOf } from '../../core/money/cost.ts'
import type { TaskKind } from '../../core/tasks/model.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import type { UsagePart, UsageSum } from '../../ports/store/usage.ts'

export type UsageDeps = { store: Pick<Store, 'replica'>; clock: Clock }

/** What a key did with one model on one day, in UTC. */
export type UsageDay = {
  day: string
  model: string
  kind: TaskKind
  tasks: number
  succeeded: number
  /** Number of pictures, or seconds of video. */
  units: number
  /** At the prices of that time, for the tasks with a known cost; null if there is none. */
  usd: number | null
  /** Tasks of unknown cost. */
  unpriced: number
}

const DAY_MS = 24 * 60 * 60 * 1000
const MICROS = 1_000_000
// Few enough to add up before anyone notices a wait.
const TASKS_AT_A_TIME = 2_000

/** The key's finished tasks of the last days, including today, by day and model. */
export function readUsage(deps: UsageDeps, caller: Pick<ApiKey, 'id'>, days: number): Promise<UsageDay[]> {
  return addUp(deps, days, (from) => deps.store.replica.usage.sums(caller.id, from, TASKS_AT_A_TIME))
}

/** The same for all tasks made in a project, whatever their keys. */
export function readProjectUsage(deps: UsageDeps, projectId: string, days: number): Promise<UsageDay[]> {
  return addUp(deps, days, (from) => deps.store.replica.usage.sumsOfProject(projectId, from, TASKS_AT_A_TIME))
}

async function addUp(deps: UsageDeps, days: number, read: (from: number) => Promise<UsagePart>): Promise<UsageDay[]> {
  const today = Math.floor(deps.clock.now() / DAY_MS)
  const sums = new Map<string, UsageSum>()
  let next: number | null = (today - days + 1) * DAY_MS
  while (next !== null) {
    const part: UsagePart = await read(next)
    for (const sum of part.sums) {
      const name = `${sum.day} ${sum.kind} ${sum.model}`
      const known = sums.get(name)
      sums.set(name, known === undefined ? sum : together(known, sum))
    }
    next = part.next
  }
  return [...sums.values()].map(shown)
}

function together(one: UsageSum, other: UsageSum): UsageSum {
  const isPriced = one.priceMicros !== null || other.priceMicros !== null
  return {
    ...one,
    tasks: one.tasks + other.tasks,
    succeeded: one.succeeded + other.succeeded,
    unitsMicros: one.unitsMicros + other.unitsMicros,
    unpriced: one.unpriced + other.unpriced,
    priceMicros: isPriced ? (one.priceMicros ?? 0) + (other.priceMicros ?? 0) : null,
  }
}

function shown({ day, model, kind, tasks, succeeded, unitsMicros, priceMicros, unpriced }: UsageSum): UsageDay {
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10)
  return { day: date, model, kind, tasks, succeeded, units: unitsMicros / MICROS, usd: usdOf(priceMicros), unpriced }
}

export type KeyUsageDay = UsageDay & { key_id: string; key_name: string }

// Few enough to leave the database room for others.
const KEYS_AT_A_TIME = 8

/** The usage of each key by day and model, in the order of days; of a single key, if one is named. */
export async function readAllUsage(
  deps: UsageDeps & { store: Pick<Store, 'keys'> },
  { days, keyId }: { days: number; keyId?: string | undefined },
): Promise<KeyUsageDay[]> {
  const keys = (await deps.store.keys.list()).filter(({ id }) => keyId === undefined || id === keyId)
  const lines: KeyUsageDay[] = []
  for (let at = 0; at < keys.length; at += KEYS_AT_A_TIME) {
    const read = keys.slice(at, at + KEYS_AT_A_TIME).map(async (key) => {
      const own = await readUsage(deps, key, days)
      return own.map((line) => ({ ...line, key_id: key.id, key_name: key.name }))
    })
    lines.push(...(await Promise.all(read)).flat())
  }
  return lines.sort((x, y) => (x.day < y.day ? -1 : x.day > y.day ? 1 : 0))
}

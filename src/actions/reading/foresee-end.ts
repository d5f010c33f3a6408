import {
  COUNTED_DURATIONS,
  secondsInLine,
  secondsLeft,
  typicalSeconds,
  type SecondsRange,
} from '../../core/tasks/durations.ts'
import type { Task } from '../../core/tasks/task.ts'
import type { Catalog } from '../../ports/engine.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import type { EngineCensus } from '../../ports/store/census.ts'
import type { KnownPauses } from '../running/pause-engine.ts'
import type { EndedTask } from '../../ports/store/task-reader.ts'

export type ForeseeDeps = {
  store: Pick<Store, 'tasks' | 'census'>
  catalog: Catalog
  clock: Clock
  pauses: Pick<KnownPauses, 'has'>
}

/** Estimates how long results take, from recent times. The estimate is a range. */
export type Foresight = {
  /** The time until this task will probably end; null if nothing is known. `position` saves a query if it is known. */
  left(task: Task, position?: number | null): Promise<SecondsRange | null>
  /** The time that a result of this model takes. */
  typical(model: Pick<Task, 'kind' | 'model'>): Promise<SecondsRange | null>
}

type Seen = { took: ReadonlyMap<string, readonly EndedTask[]>; engines: ReadonlyMap<string, EngineCensus> }

// An estimate does not improve by being fresher. However many pages are open, the store is queried only this often.
const LOOK_EVERY_MS = 5_000
// Over all models. For a model with no task among these, the previous times are remembered while this process runs.
const LAST_ENDED = 500
// Nobody waits for an estimate of the thousandth position.
const MOST_COUNTED = 1_000

export function foresight(deps: ForeseeDeps): Foresight {
  let seen: Seen = { took: new Map(), engines: new Map() }
  let looked: { at: number; done: Promise<Seen> } | undefined
  const look = async (): Promise<Seen> => {
    const engines = [...new Set(deps.catalog.all().map(({ engine }) => engine))]
    const [ended, census] = await Promise.all([
      deps.store.tasks.lastEnded(LAST_ENDED),
      deps.store.census.take({ engines, now: deps.clock.now(), most: MOST_COUNTED }),
    ])
    seen = { took: together(seen.took, ended), engines: new Map(census.engines.map((each) => [each.engine, each])) }
    return seen
  }
  const around = (): Promise<Seen> => {
    const now = deps.clock.elapsed()
    if (looked !== undefined && now - looked.at < LOOK_EVERY_MS) return looked.done
    const done = look()
    looked = { at: now, done }
    // After a failure, the next one queries again.
    done.catch(() => (looked = undefined))
    return done
  }
  return {
    left: async (task, position) => {
      if (task.finishedAt !== null || task.parkedBy !== null) return null
      const { took, engines } = await around()
      const durations = durationsOf(took, task)
      if (durations.length === 0) return null
      if (task.startedAt !== null) return secondsLeft(durations, deps.clock.now() - task.startedAt)
      // Nobody knows when an operator will resume it.
      if (deps.pauses.has(task.engine)) return null
      const place = position ?? 1 + (await deps.store.tasks.queuePosition(task))
      const engine = deps.catalog.engine(task.engine)
      const capacity = engine?.fleetConcurrency ?? engine?.concurrency ?? 0
      return secondsInLine(durations, { position: place, capacity, inWork: engines.get(task.engine)?.inWork ?? 0 })
    },
    typical: async (model) => typicalSeconds(durationsOf((await around()).took, model)),
  }
}

const nameOf = ({ kind, model }: Pick<Task, 'kind' | 'model'>): string => `${kind} ${model}`

function durationsOf(took: Seen['took'], of: Pick<Task, 'kind' | 'model'>): number[] {
  return (took.get(nameOf(of)) ?? []).map(({ startedAt, finishedAt }) => finishedAt - startedAt)
}

/** The last results of each model, newest first, including those seen before. */
function together(before: Seen['took'], ended: readonly EndedTask[]): Seen['took'] {
  const took = new Map(before)
  for (const [name, own] of Map.groupBy(ended, nameOf)) {
    const known = new Set(own.map(({ id }) => id))
    const older = (before.get(name) ?? []).filter(({ id }) => !known.has(id))
    took.set(name, [...own, ...older].slice(0, COUNTED_DURATIONS))
  }
  return took
}

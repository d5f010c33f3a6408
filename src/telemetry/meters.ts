import { usdOf } from '../core/money/cost.ts'
import type { TaskKind } from '../core/tasks/model.ts'
import type { Task } from '../core/tasks/task.ts'
import type { Count } from '../ports/process-link.ts'
import type { Meters } from '../ports/telemetry.ts'
import { METRICS } from './metric-table.ts'
import {
  type CountThere,
  histogram,
  type Histogram,
  remoteHistogram,
  counter,
  type Counter,
  remoteCounter,
} from './counters.ts'

// Whatever else a client may send as a method, it is one label.
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const SECOND_MS = 1_000

type MeterDeps = {
  /** Whether the list of models has it: one that it lost since is not named. */
  knows: (kind: TaskKind, model: string) => boolean
  /** Counts in another process in place of this one. */
  count?: CountThere | undefined
}

/** What this process has counted since it started. */
export type Counted = Meters & {
  readonly counters: Readonly<Record<'requests' | 'accepted' | 'ended' | 'cost' | 'engineStarts' | 'attempts', Counter>>
  readonly histograms: Readonly<Record<SpreadId, Histogram>>
}

type SpreadId = 'requestSeconds' | 'waitSeconds' | 'runSeconds' | 'engineStartSeconds' | 'attemptSeconds'

export function openMeters({ knows, count }: MeterDeps): Counted {
  const tallyOf = (id: string): Counter => (count === undefined ? counter() : remoteCounter(id, count))
  const spreadOf = (id: SpreadId): Histogram =>
    count === undefined ? histogram(METRICS[id].bounds) : remoteHistogram(id, count)
  const requests = tallyOf('requests')
  const accepted = tallyOf('accepted')
  const ended = tallyOf('ended')
  const cost = tallyOf('cost')
  const engineStarts = tallyOf('engineStarts')
  const attempts = tallyOf('attempts')
  const requestSeconds = spreadOf('requestSeconds')
  const waitSeconds = spreadOf('waitSeconds')
  const runSeconds = spreadOf('runSeconds')
  const engineStartSeconds = spreadOf('engineStartSeconds')
  const attemptSeconds = spreadOf('attemptSeconds')
  const modelOf = ({ kind, model }: Pick<Task, 'kind' | 'model'>): string => (knows(kind, model) ? model : 'other')

  return {
    counters: { requests, accepted, ended, cost, engineStarts, attempts },
    histograms: { requestSeconds, waitSeconds, runSeconds, engineStartSeconds, attemptSeconds },
    request({ route, method, status, ms }) {
      const pattern = route ?? 'none'
      const known = METHODS.has(method) ? method : 'other'
      requests.add([pattern, known, status === null ? 'none' : String(status)])
      requestSeconds.observe([pattern, known], ms / SECOND_MS)
    },
    accepted: (task) => accepted.add([task.kind, modelOf(task)]),
    started: (task) =>
      waitSeconds.observe(
        [task.kind, modelOf(task)],
        ((task.startedAt ?? task.createdAt) - task.createdAt) / SECOND_MS,
      ),
    ended(task, { status, error, finishedAt, usage }) {
      const model = modelOf(task)
      ended.add([task.kind, model, status, error?.code ?? 'none'])
      if (task.startedAt !== null)
        runSeconds.observe([task.kind, model, status], (finishedAt - task.startedAt) / SECOND_MS)
      if (usage.priceMicros !== null) cost.add([task.kind, model], usdOf(usage.priceMicros))
    },
    engineStart(engine, result, ms) {
      engineStarts.add([engine, result])
      engineStartSeconds.observe([engine], ms / SECOND_MS)
    },
    attempt(result, ms) {
      attempts.add([result])
      attemptSeconds.observe([result], ms / SECOND_MS)
    },
  }
}

/** Adds what another process of ours has counted. */
export function addCounts({ counters, histograms }: Counted, counts: readonly Count[]): void {
  const tallies: Readonly<Record<string, Counter | undefined>> = counters
  const distributions: Readonly<Record<string, Histogram | undefined>> = histograms
  for (const [metric, labels, amount] of counts) {
    tallies[metric]?.add(labels, amount)
    distributions[metric]?.observe(labels, amount)
  }
}

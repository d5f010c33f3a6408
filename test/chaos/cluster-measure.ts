import { setTimeout as pause } from 'node:timers/promises'
import { startsUnderWay } from './check-jobs.ts'
import { openCluster, type Cluster, type ClusterOptions } from './cluster.ts'
import { machineMs, readJournal } from './journal.ts'
import type { ProcessEnd } from './process-ends.ts'
import { STARTS_AT_ONCE, type ProviderCall, type Wanted } from './provider.ts'

// Engines that are safe to start again, so that a takeover is a call. One worker may hold all of a round; two can take it over.
const HELD_BY = ['local', 'honours-key'] as const
// Longer than a kill and what follows it take, and not much longer, for each round waits for its starts to be over.
const LONG: Wanted = { startMs: 15_000, polls: 0, pollMs: 0 }
const SHORT: Wanted = { startMs: 20, polls: 0, pollMs: 0 }
const LOOK_MS = 10
const REST_MS = 2_000

/** From the kill of a worker to the moment at which another one begins on a task of its: one time for each task. */
export async function measureFleetTakeover(options: ClusterOptions, tasks: number): Promise<number[]> {
  const cluster = await openCluster(options)
  const times: number[] = []
  try {
    while (times.length < tasks) {
      const base = await cluster.apiUrl(cluster.random)
      const submits = HELD_BY.flatMap((model) =>
        Array.from({ length: STARTS_AT_ONCE }, () => ({ model, ...video(LONG) })),
      )
      const answers = await Promise.all(submits.map((body) => cluster.post(base, '/api/ai/videos', body)))
      const ids = new Set(answers.map(({ id }) => String(id)))
      const held = await callsOnce(cluster, ids, ids.size)
      // At any moment between two renewals of its leases.
      await pause(cluster.random.between(0, REST_MS))
      const [busiest] = cluster.workers.toSorted((one, other) => holds(held, other.pid()) - holds(held, one.pid()))
      const killed = await busiest?.kill()
      if (killed === undefined) continue
      const lost = new Set(held.filter(({ pid }) => pid === killed.pid).map(({ taskId }) => taskId))
      const again = await callsOnce(cluster, lost, lost.size, killed.pid)
      times.push(...again.map(({ at }) => at - killed.at))
      await busiest?.start()
      // A start that nobody wants any more is heard out all the same, in the lane that it holds.
      await startsAreOver(cluster)
    }
  } finally {
    await cluster.close()
  }
  return times
}

async function startsAreOver({ traces }: Cluster): Promise<void> {
  const seen = () => ({
    calls: readJournal<ProviderCall>(traces.calls),
    ends: readJournal<ProcessEnd>(traces.ends),
  })
  while (startsUnderWay(seen()) > 0) await pause(LOOK_MS)
}

const holds = (calls: ProviderCall[], holder: number | undefined): number =>
  calls.filter(({ pid }) => pid === holder).length

/** Waits until so many of these tasks were begun by a process other than this one; gives back each one's first such call. */
async function callsOnce(cluster: Cluster, ids: Set<string>, count: number, but?: number): Promise<ProviderCall[]> {
  for (;;) {
    const first = new Map<string, ProviderCall>()
    for (const call of readJournal<ProviderCall>(cluster.traces.calls)) {
      const counts = call.kind === 'start' && call.pid !== but && ids.has(call.taskId)
      if (counts && !first.has(call.taskId)) first.set(call.taskId, call)
    }
    if (first.size >= count) return [...first.values()]
    await pause(LOOK_MS)
  }
}

export type Recovery = { submitMs: number[]; startMs: number[] }

/**
 * From the moment at which PostgreSQL answers again to the moment at which every api process has accepted a request sent
 * after that, and to the moment at which a worker has begun on the last of those tasks. Callers are at work meanwhile.
 */
export async function measureRecovery(options: ClusterOptions, restarts: number): Promise<Recovery> {
  const cluster = await openCluster(options)
  const callers = cluster.callers(options.seed)
  const going = callers.run(options.inFlight, () => 100)
  const times: Recovery = { submitMs: [], startMs: [] }
  try {
    for (let restart = 0; restart < restarts; restart++) {
      await pause(cluster.random.between(REST_MS, 2 * REST_MS))
      await cluster.postgres.kill()
      await pause(cluster.random.between(0, 3_000))
      await cluster.postgres.start()
      const readyAt = machineMs()
      const tasks = await Promise.all(cluster.apis.map(({ front }) => submitOnce(cluster, front?.port ?? 0)))
      times.submitMs.push(machineMs() - readyAt)
      const starts = await callsOnce(cluster, new Set(tasks), tasks.length)
      times.startMs.push(Math.max(...starts.map(({ at }) => at)) - readyAt)
    }
  } finally {
    callers.stop()
    await going
    await cluster.close()
  }
  return times
}

async function submitOnce(cluster: Cluster, port: number): Promise<string> {
  for (;;) {
    try {
      const body = { model: 'honours-key', ...video(SHORT) }
      return String((await cluster.post(`http://127.0.0.1:${port}`, '/api/ai/videos', body))['id'])
    } catch {
      await pause(LOOK_MS)
    }
  }
}

function video(wanted: Wanted): { prompt: string } {
  return { prompt: JSON.stringify(wanted) }
}

import { setTimeout as pause } from 'node:timers/promises'
import type { Standby } from './cluster-database.ts'
import { openCluster, type ClusterOptions } from './cluster.ts'
import { exchanges, findFaults } from './check.ts'
import type { Evidence } from './evidence.ts'
import { machineMs, readJournal } from './journal.ts'
import type { ProviderCall } from './provider.ts'

export type FailoverOptions = ClusterOptions & {
  standby: Standby
  /** So many are accepted before the primary is killed, and again after it. */
  tasks: number
  /** How many the primary accepts that an asynchronous standby never hears of. */
  unheard: number
}

/** What a failover cost. */
export type Failover = {
  /** Accepted in all, and of those: while the standby heard nothing. */
  accepted: number
  unheard: number
  /** From the death of the primary to the next accepted task. */
  outageMs: number
  /** Accepted and gone. */
  lost: string[]
  /** Started twice at a provider that bills each start. */
  startedTwice: string[]
  /** Lost or started twice, although the standby had heard of the task, or of its first start. */
  unexplained: string[]
  /** By kind, everything that we promise and that was not so. */
  faults: Record<string, number>
}

const LOOK_MS = 20

/** Kills the primary under load and goes on with the standby. */
export async function failoverRun(options: FailoverOptions): Promise<Failover> {
  const cluster = await openCluster(options)
  const callers = cluster.callers(options.seed)
  const going = callers.run(options.inFlight, () => 0)
  const accepted = async (more: number): Promise<void> => {
    const wanted = callers.accepted.size + more
    while (callers.accepted.size < wanted) await pause(LOOK_MS)
  }
  try {
    await accepted(options.tasks)
    const heard = new Set(callers.accepted)
    const cutAt = machineMs()
    if (options.standby === 'asynchronous') {
      await cluster.database.cutOff()
      await accepted(options.unheard)
    }
    const unheard = new Set([...callers.accepted].filter((id) => !heard.has(id)))
    const killedAt = machineMs()
    await cluster.database.failOver()
    await accepted(1)
    const outageMs = machineMs() - killedAt
    await accepted(options.tasks)
    callers.stop()
    await going
    await cluster.quiet(async () => {})
    const calls = readJournal<ProviderCall>(cluster.traces.calls)
    const evidence = await cluster.end()
    const seen = { accepted: callers.accepted.size, unheard: unheard.size, outageMs: Math.round(outageMs) }
    return { ...seen, ...judged(evidence, { calls, cutAt, isUnheard: (id) => !heard.has(id) }) }
  } finally {
    callers.stop()
    await cluster.close()
  }
}

type Heard = { calls: readonly ProviderCall[]; cutAt: number; isUnheard: (id: string) => boolean }

function judged(evidence: Evidence, { calls, cutAt, isUnheard }: Heard) {
  const rows = new Set(evidence.tasks.map(({ id }) => id))
  const answered = exchanges(evidence.history)
  const lost = answered.flatMap(({ asked, answered }) =>
    asked.what === 'submit' && answered.event === 'ok' && !rows.has(answered.id) ? [answered.id] : [],
  )
  const faults = findFaults(evidence)
  const startedTwice = [...new Set(faults.flatMap((fault) => /^second start: task (\d+)/.exec(fault)?.[1] ?? []))]
  const starts = calls.filter(({ kind }) => kind === 'start').toReversed()
  const firstStart = new Map(starts.map(({ taskId, at }) => [taskId, at]))
  return {
    lost: [...new Set(lost)],
    startedTwice,
    unexplained: [
      ...lost.filter((id) => !isUnheard(id)),
      ...startedTwice.filter((id) => (firstStart.get(id) ?? 0) < cutAt),
    ],
    faults: Object.fromEntries(
      [...Map.groupBy(faults, (fault) => fault.split(':')[0] ?? '')].map(([kind, of]) => [kind, of.length]),
    ),
  }
}

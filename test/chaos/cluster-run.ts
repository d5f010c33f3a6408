import { setTimeout as pause } from 'node:timers/promises'
import { breakThings, FAULTS, TROUBLES, type Pace } from './cluster-faults.ts'
import { openCluster, type Cluster, type ClusterOptions } from './cluster.ts'
import type { Evidence } from './evidence.ts'

export type ClusterRunOptions = ClusterOptions & {
  /** The run goes on until so many are accepted and every kind of fault has come. */
  tasks: number
  pace: Pace
  /** The pause between two stories of a caller. */
  pauseMs: number
  onLook?: (accepted: number, faults: Record<string, number>) => void
}

const LOOK_MS = 250

/** Drives a fleet while all that it stands on breaks, then waits until it has mended itself. */
export async function clusterRun(
  options: ClusterRunOptions,
): Promise<{ evidence: Evidence; faults: Record<string, number> }> {
  const cluster = await openCluster(options)
  const callers = cluster.callers(options.seed)
  const going = callers.run(options.inFlight, () => options.pauseMs)
  const breaking = breakThings(cluster, options)
  try {
    while (callers.accepted.size < options.tasks || !allCame(breaking.counts)) {
      await pause(LOOK_MS)
      options.onLook?.(callers.accepted.size, breaking.counts)
    }
    await breaking.stop()
    callers.stop()
    await going
    await cluster.quiet(() => sendAgain(cluster))
    return { evidence: await cluster.end(), faults: breaking.counts }
  } finally {
    callers.stop()
    await breaking.stop()
    await cluster.close()
  }
}

function allCame(counts: Record<string, number>): boolean {
  const came = Object.keys(counts)
  return [...FAULTS, ...TROUBLES].every((kind) => came.some((name) => name.startsWith(kind) || name.endsWith(kind)))
}

/** What a receiver missed while its wire was in trouble waits for minutes by schedule: its owner asks for it now. */
async function sendAgain(cluster: Cluster): Promise<void> {
  const base = await cluster.apiUrl(cluster.random)
  await cluster.post(base, '/api/ai/webhooks/redeliver', { since: 0 }).catch(() => undefined)
}

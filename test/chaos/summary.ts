import { exchanges, findFaults } from './check.ts'
import { busiest, ghosts } from './check-caps.ts'
import { countJobs } from './check-jobs.ts'
import { refusedWrites } from './check-leases.ts'
import type { Evidence } from './evidence.ts'

/** The figures of a run. */
export function summarize(evidence: Evidence) {
  const submits = exchanges(evidence.history).filter(({ asked }) => asked.what === 'submit')
  const count = (event: string): number => submits.filter(({ answered }) => answered.event === event).length
  const accepted = new Set(submits.flatMap(({ answered }) => (answered.event === 'ok' ? [answered.id] : [])))
  const starts = evidence.calls.filter(({ kind }) => kind === 'start')
  const known = new Set(evidence.files.map(({ id }) => id))
  return {
    accepted: accepted.size,
    tasks: evidence.tasks.length,
    requests: { ok: count('ok'), refused: count('refused'), unknown: count('unknown') },
    ends: countBy(evidence.tasks.map(({ status, error_code }) => error_code ?? status)),
    takenOver: evidence.tasks.filter(({ attempts }) => attempts > 1).length,
    mostAttempts: Math.max(0, ...evidence.tasks.map(({ attempts }) => attempts)),
    starts: starts.length,
    startKeys: new Set(starts.map(({ startKey }) => startKey)).size,
    jobs: countJobs(evidence),
    webhooks: { sent: evidence.deliveries.length, arrived: evidence.arrivals.length },
    files: evidence.files.length,
    orphansSwept: [...evidence.kept.keys()].filter((id) => !known.has(id)).length,
    staleWritesRefused: refusedWrites(evidence.leases),
    caps: busiest(evidence),
    ghosts: ghosts(evidence),
    faults: findFaults(evidence),
  }
}

export type Summary = ReturnType<typeof summarize>

function countBy(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}

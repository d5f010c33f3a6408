import type { Evidence } from './evidence.ts'
import { PROVIDERS, type ProviderCall } from './provider.ts'
import type { TaskRow } from './storage.ts'

/** What became of the jobs of a run, by the journal of the providers that have jobs. */
export type JobsSeen = {
  started: number
  /** Went on to the end that the provider gave them. */
  over: number
  stopped: number
  /** Run on, and nobody can name them: a kill during the start took the only handle along. By how their tasks ended. */
  lostByAKill: Record<string, number>
}

type Job = { startKey: string; calls: readonly ProviderCall[]; first: ProviderCall }

/** Elsewhere the call itself is the job, and ends with its caller. */
const WITH_JOBS: ReadonlySet<string> = new Set(
  PROVIDERS.filter(({ hasOperations }) => hasOperations).map(({ id }) => id),
)

/** Whatever ends a task, no job runs on at its provider, except those whose handle died with a process. */
export function leftRunning(evidence: Evidence): string[] {
  const rows = rowsOf(evidence)
  const dead = deadIn(evidence)
  const jobs = jobsIn(evidence).filter((job) => isRunning(job) && !isLost(job, rows.get(job.first.taskId), dead))
  return [
    ...jobs.map(({ first: { engine, taskId } }) => {
      const end = rows.get(taskId)
      return `left running: a job at ${engine} of task ${taskId}, which is ${end?.error_code ?? end?.status ?? 'gone'}`
    }),
    ...evidence.stops
      .filter(({ engine }) => WITH_JOBS.has(engine))
      .map(({ task_id }) => `left running: the job of task ${task_id} is still to be stopped`),
  ]
}

/** The figures of the same. */
export function countJobs(evidence: Evidence): JobsSeen {
  const rows = rowsOf(evidence)
  const dead = deadIn(evidence)
  const jobs = jobsIn(evidence)
  const lost = jobs.filter((job) => isRunning(job) && isLost(job, rows.get(job.first.taskId), dead))
  const ends = lost.map(({ first }) => rows.get(first.taskId)?.error_code ?? 'gone')
  return {
    started: jobs.length,
    over: jobs.filter(({ calls }) => has(calls, 'over')).length,
    stopped: jobs.filter(({ calls }) => has(calls, 'cancel') && !has(calls, 'over')).length,
    lostByAKill: Object.fromEntries(
      [...Map.groupBy(ends, (end) => end)].map(([end, of]): [string, number] => [end, of.length]),
    ),
  }
}

/** Starts that someone waits for who is still there: what they come to is on no row yet. */
export function startsUnderWay(evidence: Pick<Evidence, 'calls' | 'ends'>): number {
  const dead = deadIn(evidence)
  const answered = new Map<string, number>()
  const at = ({ pid, startKey }: ProviderCall): string => `${pid} ${startKey}`
  for (const call of evidence.calls)
    if (call.kind === 'answer') answered.set(at(call), (answered.get(at(call)) ?? 0) + 1)
  return evidence.calls.filter((call) => {
    if (call.kind !== 'start' || dead(call)) return false
    const left = answered.get(at(call)) ?? 0
    answered.set(at(call), left - 1)
    return left <= 0
  }).length
}

function rowsOf({ tasks }: Evidence): Map<string, TaskRow> {
  return new Map(tasks.map((row) => [row.id, row]))
}

/** A job begins when the provider is asked, whether its answer is heard or not. One key is one job; a second is a fault of its own. */
function jobsIn({ calls }: Evidence): Job[] {
  const ofKey = Map.groupBy(
    calls.filter(({ engine }) => WITH_JOBS.has(engine)),
    ({ startKey }) => startKey,
  )
  return [...ofKey].flatMap(([startKey, own]) => {
    const first = own.find(({ kind }) => kind === 'start')
    return first === undefined ? [] : [{ startKey, calls: own, first }]
  })
}

function has(calls: readonly ProviderCall[], wanted: ProviderCall['kind']): boolean {
  return calls.some(({ kind }) => kind === wanted)
}

function isRunning({ calls }: Job): boolean {
  return !has(calls, 'over') && !has(calls, 'cancel')
}

/**
 * The one case that is not promised: the engine cannot find a job by its key, the handle never came to the row, and
 * the process that asked for it was killed.
 */
function isLost({ calls, first }: Job, row: TaskRow | undefined, dead: (call: ProviderCall) => boolean): boolean {
  const provider = PROVIDERS.find(({ id }) => id === first.engine)
  if (provider?.findsByKey === true || (row?.operation ?? null) !== null) return false
  return calls.every((call) => call.kind !== 'start' || dead(call))
}

// A child may begin in the moment at which its parent is killed, and ends soon after it. Numbers come round much later.
const ORPHANS_MS = 5_000

/** Tells of a call whether who made it was killed: by us, together with its parent, or by what it was asked to do. */
function deadIn({ ends, calls }: Pick<Evidence, 'calls' | 'ends'>): (call: ProviderCall) => boolean {
  const kills = [...ends.filter(({ how }) => how === 'SIGKILL'), ...calls.filter(({ kind }) => kind === 'kill')]
  const lastKill = new Map<number, number>()
  for (const { pid, at } of kills) lastKill.set(pid, Math.max(at, lastKill.get(pid) ?? at))
  // Who was born later is another one, to whom the system gave the same number.
  const isDead = (pid: number, bornAt: number): boolean => (lastKill.get(pid) ?? -Infinity) >= bornAt - ORPHANS_MS
  return ({ pid, parentPid, bornAt }) => isDead(pid, bornAt) || isDead(parentPid, bornAt)
}

import { runTask, type RunTaskDeps, type StopReason } from '../actions/run-task.ts'
import { randomBase62 } from '../core/random-text.ts'
import { LEASE_MS, RENEW_EVERY_MS, type Task } from '../core/task.ts'
import type { Engine } from '../ports/engine.ts'
import type { Lease } from '../ports/store/lease.ts'
import { workLoop, type Worker } from './loop.ts'
import { isSuspect, type Suspects } from './suspects.ts'

// A row that wakes by itself, or a task from another process, is found this much later at most.
const LOOK_EVERY_MS = 500
const RETRY_RENEWAL_MS = 500
// How soon a task that had to let another one go first is looked at again.
const TURN_MS = 1_000

/** Runs the tasks of one engine, as many at once as the engine can take in this process. */
export function taskWorker(deps: RunTaskDeps, engine: Engine, suspects: Suspects): Worker {
  // Leases that could not be renewed lately. While there are any, nothing is claimed: after an outage of the storage
  // their owners come first, or a result that was paid for would be fenced off by a claim of our own.
  const unsure = new Set<string>()
  return workLoop<Task>({
    ...deps,
    name: `tasks of ${engine.id}`,
    topic: `work:${engine.id}`,
    concurrency: engine.concurrency,
    lookEveryMs: LOOK_EVERY_MS,
    claim: async (limit) => {
      if (unsure.size > 0) return []
      const now = deps.clock.now()
      const token = randomBase62(22, deps.random.bytes)
      const cap = engine.fleetConcurrency ?? null
      return deps.store.queue.claim({ engine: engine.id, token, now, leaseUntil: now + LEASE_MS, limit, cap })
    },
    work: async (task, drain) => {
      if (!isSuspect(task)) return underLease(deps, task, { drain, unsure })
      const leave = suspects.enter()
      if (leave === undefined) return giveBack(deps, task)
      try {
        // Once this write is through, those that wait for their turn have given their leases back: what cuts this one off
        // does not count for them.
        const held = await deps.store.queue.renew(leaseOf(task), deps.clock.now() + LEASE_MS)
        if (held) await underLease(deps, task, { drain, unsure })
      } finally {
        leave()
      }
    },
  })
}

function leaseOf({ id, leaseToken }: Task): Lease {
  return { id, token: leaseToken ?? '' }
}

/** Nothing was begun, so nothing is counted: a lease that was given back is no attempt. */
async function giveBack(deps: RunTaskDeps, task: Task): Promise<void> {
  await deps.store.queue.advance(leaseOf(task), { releaseUntil: deps.clock.now() + TURN_MS })
}

/** Works on a task while renewing its lease; stops at once when the lease is lost or the time is up. */
async function underLease(
  deps: RunTaskDeps,
  task: Task,
  { drain, unsure }: { drain: AbortSignal; unsure: Set<string> },
): Promise<void> {
  const stop = new AbortController()
  const done = new AbortController()
  const halt = (reason: StopReason): void => stop.abort(reason)
  const onDrain = (): void => halt('drain')
  drain.addEventListener('abort', onDrain, { once: true })
  const watching = Promise.all([
    keepLease(deps, task, { halt, done: done.signal, unsure }),
    keepTime(deps, task, halt, done.signal),
  ])
  try {
    await runTask(deps, task, stop.signal)
  } finally {
    done.abort()
    drain.removeEventListener('abort', onDrain)
    await watching
  }
}

type Keeping = { halt: (reason: StopReason) => void; done: AbortSignal; unsure: Set<string> }

/** Only the store can tell that a lease is lost. While it does not answer, the work goes on: every write is fenced. */
async function keepLease(deps: RunTaskDeps, task: Task, { halt, done, unsure }: Keeping): Promise<void> {
  const lease = leaseOf(task)
  try {
    for (;;) {
      await deps.bell.wait(`stop:${task.id}`, unsure.has(task.id) ? RETRY_RENEWAL_MS : RENEW_EVERY_MS, done)
      if (done.aborted) return
      try {
        if (!(await deps.store.queue.renew(lease, deps.clock.now() + LEASE_MS))) return halt('lost')
        unsure.delete(task.id)
      } catch (error) {
        unsure.add(task.id)
        deps.log.warn('lease not renewed', { taskId: task.id, error })
      }
    }
  } finally {
    unsure.delete(task.id)
  }
}

async function keepTime(
  deps: RunTaskDeps,
  task: Task,
  halt: (reason: StopReason) => void,
  done: AbortSignal,
): Promise<void> {
  const now = deps.clock.now()
  const runTimeoutMs = deps.catalog.find(task.kind, task.model)?.runTimeoutMs ?? 0
  await deps.clock.sleep((task.runDeadlineAt ?? now + runTimeoutMs) - now, done)
  if (!done.aborted) halt('timeout')
}

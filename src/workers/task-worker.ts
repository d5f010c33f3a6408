import { enginePresence, type EnginePresence } from '../actions/engine-presence.ts'
import { runTask } from '../actions/run-task.ts'
import type { RunTaskDeps, StopReason } from '../actions/task-run.ts'
import { randomBase62 } from '../core/random-text.ts'
import type { Task } from '../core/task.ts'
import type { Engine } from '../ports/engine.ts'
import type { Clock } from '../ports/runtime.ts'
import type { Lease } from '../ports/store/lease.ts'
import { workLoop, type Worker } from './loop.ts'
import type { Ownership } from './ownership.ts'
import type { Company } from './company.ts'

// A row that wakes by itself, or a task from another process, is found this much later at most.
const LOOK_EVERY_MS = 500

/** Runs the tasks of one engine, as many at once as the engine can take in this process. */
export function taskWorker(
  deps: RunTaskDeps,
  engine: Engine,
  under: { ownership: Ownership; company: Company },
): Worker {
  const { ownership, company } = under
  const presence = enginePresence(deps.log, engine.id)
  let wakeFirst = false
  return workLoop<Task>({
    ...deps,
    name: `tasks of ${engine.id}`,
    topic: `work:${engine.id}`,
    concurrency: engine.concurrency,
    lookEveryMs: LOOK_EVERY_MS,
    claim: (room) =>
      company.admit(room, async (limit, crowd) => {
        const owner = ownership.owner()
        if (owner === undefined) return []
        // Half of the room is for those that wait; where there is room for one, they take turns with those that wake.
        wakeFirst = !wakeFirst
        const wakeLimit = wakeFirst ? Math.ceil(limit / 2) : Math.floor(limit / 2)
        const token = randomBase62(22, deps.random.bytes)
        const cap = engine.fleetConcurrency ?? null
        const now = deps.clock.now()
        return deps.store.queue.claim({ engine: engine.id, owner, token, now, limit, wakeLimit, crowd, cap })
      }),
    work: async (task, drain) => {
      try {
        await underLease(deps, task, { drain, ownership, presence })
      } finally {
        company.leave()
      }
    },
  })
}

type Under = { drain: AbortSignal; ownership: Ownership; presence: EnginePresence }

/** Works on a task as long as it is ours; stops at once when the lease is lost or the time is up. */
async function underLease(deps: RunTaskDeps, task: Task, { drain, ownership, presence }: Under): Promise<void> {
  const stop = new AbortController()
  const halt = (reason: StopReason): void => stop.abort(reason)
  const onDrain = (): void => halt('drain')
  const deadline = alarm(deps.clock, () => halt('timeout'))
  const lease: Lease = { id: task.id, token: task.leaseToken ?? '' }
  const letGo = ownership.hold(lease, () => halt('lost'))
  drain.addEventListener('abort', onDrain, { once: true })
  // Fetching pictures before the start counts as waiting; the time for running begins with `processing`.
  deadline.set(task.runDeadlineAt ?? task.queueDeadlineAt)
  try {
    await runTask(deps, task, { signal: stop.signal, drain, endAt: deadline.set, presence })
  } finally {
    letGo()
    deadline.clear()
    drain.removeEventListener('abort', onDrain)
  }
}

/** Rings once, at the time that was last set. */
function alarm(clock: Clock, ring: () => void): { set: (time: number) => void; clear: () => void } {
  let current = new AbortController()
  const ringAt = async (time: number, off: AbortSignal): Promise<void> => {
    await clock.sleep(time - clock.now(), off)
    if (!off.aborted) ring()
  }
  return {
    set(time) {
      current.abort()
      const mine = new AbortController()
      current = mine
      void ringAt(time, mine.signal)
    },
    clear: () => current.abort(),
  }
}

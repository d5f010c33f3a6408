import { isModerated } from '../actions/running/ask-moderator.ts'
import {
  endOfRun,
  enginePresence,
  type RunTaskDeps,
  type StopReason,
  type Watched,
} from '../actions/running/task-run.ts'
import { runTask } from '../actions/running/run-task.ts'
import { Interrupted } from '../core/errors.ts'
import type { TaskKind } from '../core/tasks/model.ts'
import { randomBase62 } from '../core/text/random-text.ts'
import type { Task } from '../core/tasks/task.ts'
import type { Engine } from '../ports/engine.ts'
import type { Clock } from '../ports/runtime.ts'
import type { OfferedSeat } from '../ports/seats.ts'
import type { Lease } from '../ports/store/owners.ts'
import type { ClaimRequest } from '../ports/store/task-queue.ts'
import { workLoop, type Slot, type Worker } from './loop.ts'
import type { Ownership } from './ownership.ts'
import type { ClaimPolicy } from './claim-policy.ts'

// A row that wakes by itself, or a task from another process, is found this much later at most.
const LOOK_EVERY_MS = 500

/** A worker for tasks that offers its room to those who write to the queue anyway. */
export type TaskWorker = Worker & { offer(kind: TaskKind): OfferedSeat | undefined }

/** Runs the tasks of one engine, as many at once as the engine can take in this process. */
export function taskWorker(
  deps: RunTaskDeps,
  engine: Engine,
  under: { ownership: Ownership; policy: ClaimPolicy },
): TaskWorker {
  const { ownership, policy } = under
  const presence = enginePresence(deps.log, engine.id)
  const requestFor = claimMaker(deps, engine)
  const seatAt = (place: Slot<Task> | undefined): OfferedSeat | undefined => {
    const owner = ownership.owner()
    if (place !== undefined && owner !== undefined) return seatOf(place, requestFor(owner, 1, 0), ownership)
    place?.release()
    return undefined
  }
  const loop = workLoop<Task>({
    ...deps,
    name: `tasks of ${engine.id}`,
    topic: `work:${engine.id}`,
    concurrency: engine.concurrency,
    lookEveryMs: LOOK_EVERY_MS,
    claim: (room) =>
      policy.admit(room, async (limit, crowd) => {
        const owner = ownership.owner()
        if (owner === undefined) return []
        const request = requestFor(owner, limit, crowd)
        return deps.store.queue.claim(request).catch((error: unknown) => {
          if (error instanceof Interrupted) ownership.unanswered(request.token)
          throw error
        })
      }),
    work: async (task, drain, successor) => {
      const seat = (): OfferedSeat | undefined => (policy.isOpen() ? seatAt(successor()) : undefined)
      let isPresent = true
      // Once: one that was ended by others leaves at once, and not only when the answer to its start has been heard.
      const onOver = (): void => {
        if (isPresent) policy.leave()
        isPresent = false
      }
      try {
        await underLease(deps, task, { drain, ownership, presence, seat, onOver })
      } finally {
        onOver()
      }
    },
  })
  return { ...loop, offer: (kind) => (policy.isOpen(kind) ? seatAt(loop.offer()) : undefined) }
}

/** Makes the claims of an engine. */
function claimMaker(deps: RunTaskDeps, engine: Engine): (owner: string, limit: number, crowd: number) => ClaimRequest {
  let wakeFirst = false
  return (owner, limit, crowd) => {
    // Half of the room is for those that wait; where there is room for one, they take turns with those that wake.
    wakeFirst = !wakeFirst
    const wakeLimit = wakeFirst ? Math.ceil(limit / 2) : Math.floor(limit / 2)
    const own = deps.catalog.all().filter((model) => model.engine === engine.id)
    // Whose prompt is still to be judged has not begun: cut off then, nobody need fear that it was started.
    const begun = isModerated(deps, 'prompt') ? [] : own
    const runTimeouts = begun.map(({ kind, id: model, runTimeoutMs: ms }) => ({ kind, model, ms }))
    const token = randomBase62(22, deps.random.bytes)
    // Without room for more, what is in work is carried on, and nothing is begun.
    const isPaused = (id: string): boolean => deps.pauses?.has(id) === true
    const cap = isPaused(engine.id) ? 0 : (engine.fleetRoom?.(isPaused) ?? engine.fleetConcurrency ?? null)
    return { engine: engine.id, owner, token, now: deps.clock.now(), limit, wakeLimit, crowd, cap, runTimeouts }
  }
}

function seatOf(place: Slot<Task>, claim: ClaimRequest, ownership: Ownership): OfferedSeat {
  let isHeard = false
  return {
    claim,
    take(tasks) {
      isHeard = true
      place.fill(tasks)
    },
    release() {
      if (!isHeard) ownership.unanswered(claim.token)
      place.release()
    },
  }
}

type Under = Pick<Watched, 'drain' | 'presence' | 'seat' | 'onOver'> & { ownership: Ownership }

/** Works on a task as long as it is ours; stops at once when the lease is lost or the time is up. */
async function underLease(deps: RunTaskDeps, task: Task, under: Under): Promise<void> {
  const { drain, ownership, ...told } = under
  const stop = new AbortController()
  const halt = (reason: StopReason): void => stop.abort(reason)
  let drainedAt: number | undefined
  const onDrain = (): void => {
    drainedAt = deps.clock.elapsed()
    halt('drain')
  }
  const deadline = alarm(deps.clock, () => halt('timeout'))
  const lease: Lease = { id: task.id, token: task.leaseToken ?? '' }
  const release = ownership.hold(lease, () => halt('lost'))
  drain.addEventListener('abort', onDrain, { once: true })
  // A task that came in by a write under way when the process was stopped.
  if (drain.aborted) onDrain()
  // Fetching pictures before the start counts as waiting; the time for running begins with `processing`.
  deadline.set(endOfRun(deps, task))
  try {
    await runTask(deps, task, { signal: stop.signal, drain, drainedAt: () => drainedAt, endAt: deadline.set, ...told })
  } finally {
    release()
    deadline.clear()
    drain.removeEventListener('abort', onDrain)
  }
}

// An error made for each alarm that is put off, as without a reason, costs more than the alarm.
const OFF = 'off'

/** Rings once, at the time that was last set. */
function alarm(clock: Clock, ring: () => void): { set: (time: number) => void; clear: () => void } {
  let current = new AbortController()
  const ringAt = async (time: number, off: AbortSignal): Promise<void> => {
    await clock.sleep(time - clock.now(), off)
    if (!off.aborted) ring()
  }
  return {
    set(time) {
      current.abort(OFF)
      const mine = new AbortController()
      current = mine
      void ringAt(time, mine.signal)
    },
    clear: () => current.abort(OFF),
  }
}

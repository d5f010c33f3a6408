import type { Task } from '../../src/core/tasks/task.ts'
import type { Store } from '../../src/ports/store.ts'
import type { Lease } from '../../src/ports/store/owners.ts'
import type { Seat } from '../../src/ports/store/task-queue.ts'
import { machineMs, openJournal } from './journal.ts'

/** One write under a lease, as its owner saw it. `from` and `to` enclose the moment at which it took effect. */
export type LeaseWrite = {
  kind: 'claim' | 'advance' | 'finish'
  pid: number
  id: string
  token: string
  taken: boolean
  from: number
  to: number
  /** The row's version after the write, where the store tells it. */
  version: number | null
}

/** Writes down every claim and every write under a lease, with its token and what became of it. */
export function recordLeases(store: Store, journalFile: string): Store {
  const journal = openJournal<LeaseWrite>(journalFile)
  const note = (
    kind: LeaseWrite['kind'],
    { id, token }: Lease,
    rest: { from: number; taken: boolean; version?: number },
  ) => journal.add({ kind, pid: process.pid, id, token, version: null, ...rest, to: machineMs() })
  const noteClaims = (from: number, claimed: readonly Task[]): void => {
    for (const { id, version, leaseToken } of claimed)
      note('claim', { id, token: leaseToken ?? '' }, { from, taken: true, version })
  }
  const watchedSeat = (from: number, seat: Seat | undefined): Seat | undefined =>
    seat && {
      claim: seat.claim,
      take: (tasks) => {
        noteClaims(from, tasks)
        seat.take(tasks)
      },
    }
  const { queue } = store
  return {
    ...store,
    queue: {
      ...queue,
      insert: (entry, seat) => queue.insert(entry, watchedSeat(machineMs(), seat)),
      async claim(request) {
        const from = machineMs()
        const claimed = await queue.claim(request)
        noteClaims(from, claimed)
        return claimed
      },
      async advance(lease, change) {
        const from = machineMs()
        const task = await queue.advance(lease, change)
        note('advance', lease, {
          from,
          taken: task !== undefined,
          ...(task === undefined ? {} : { version: task.version }),
        })
        return task
      },
      async finish(lease, outcome, seat) {
        const from = machineMs()
        const taken = await queue.finish(lease, outcome, watchedSeat(from, seat))
        note('finish', lease, { from, taken })
        return taken
      },
    },
  }
}

/** A store whose fence is down: a write is taken whatever token it carries. Only good for proving that it is noticed. */
export function withoutFence(store: Store): Store {
  const { tasks, queue } = store
  const currentOf = async (lease: Lease): Promise<Lease> => {
    const task = await tasks.find(lease.id)
    return { id: lease.id, token: task?.leaseToken ?? lease.token }
  }
  return {
    ...store,
    queue: {
      ...queue,
      advance: async (lease, change) => queue.advance(await currentOf(lease), change),
      finish: async (lease, outcome, seat) => queue.finish(await currentOf(lease), outcome, seat),
    },
  }
}

/** A store that knows no cap over the fleet. Only good for proving that it is noticed. */
export function withoutCap(store: Store): Store {
  const { queue } = store
  const uncapped = (seat: Seat | undefined): Seat | undefined =>
    seat && { ...seat, claim: { ...seat.claim, cap: null } }
  return {
    ...store,
    queue: {
      ...queue,
      insert: (entry, seat) => queue.insert(entry, uncapped(seat)),
      claim: (request) => queue.claim({ ...request, cap: null }),
      finish: (lease, outcome, seat) => queue.finish(lease, outcome, uncapped(seat)),
    },
  }
}

import type { TaskKind } from '../core/tasks/model.ts'
import type { Task } from '../core/tasks/task.ts'
import type { Clock } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'
import type { Workshop } from './workshop.ts'

type Claim = (limit: number, crowd: number) => Promise<Task[]>

/** Which tasks may be in work beside each other in this process. */
export type ClaimPolicy = {
  /** Lets a claim through for as many as fit in. */
  admit(room: number, claim: Claim): Promise<Task[]>
  /** One of those that were let in has come to rest. */
  leave(): void
  /** Whether others may claim for it, for the sake of a task of this kind: not where it matters who is in work beside whom. */
  isOpen(kind?: TaskKind): boolean
}

/** Tasks that nobody suspects run side by side, as many as there is room for. */
export const openPolicy: ClaimPolicy = {
  admit: (room, claim) => claim(room, 0),
  leave: () => undefined,
  isOpen: () => true,
}

/**
 * Leaves the work to a workshop while there is one, and calls for it when there is work that takes long. Pictures, which
 * somebody waits for, are begun here all the same: their way through another process would take longer than most of them.
 */
export function delegatingPolicy(workshop: Pick<Workshop, 'isOpen' | 'call'>): ClaimPolicy {
  const isLong = (kind: TaskKind | undefined): boolean => kind === 'video'
  return {
    async admit(room, claim) {
      if (workshop.isOpen()) return []
      const tasks = await claim(room, 0)
      if (tasks.some(({ kind }) => isLong(kind))) workshop.call()
      return tasks
    },
    leave: () => undefined,
    isOpen(kind) {
      if (isLong(kind)) workshop.call()
      return !workshop.isOpen() || (kind !== undefined && !isLong(kind))
    },
  }
}

/**
 * Suspects of one crowd at a time, half of it at most, rounded up: when the process dies of one of them, the others of the
 * other half are cleared, and in the end the one that kills is alone. Two processes are enough to take up a whole crowd at
 * once; rounded down, the odd one would wait until another of them has ended. What was in hand at deaths that nobody saw is
 * one crowd of no known size, for which there is room at once. A crowd of which nobody can be claimed, because their engine is
 * paused, full or gone, is passed over.
 */
export function quarantinePolicy(deps: {
  store: Pick<Store, 'queue'>
  clock: Clock
}): ClaimPolicy & { idleMs(): number } {
  const { store, clock } = deps
  let crowd: number | undefined
  let present = 0
  let lastSeen = clock.elapsed()
  // Claims of several engines come one after the other, or together they would let in more than the half.
  let turn: Promise<unknown> = Promise.resolve()

  const admit = async (room: number, claim: Claim): Promise<Task[]> => {
    if (present === 0) crowd = await store.queue.suspects(clock.now())
    while (crowd !== undefined) {
      lastSeen = clock.elapsed()
      const limit = Math.min(room, Math.ceil(crowd / 2) - present)
      const tasks = limit <= 0 ? [] : await claim(limit, crowd)
      present += tasks.length
      // Who is present belongs to this crowd: no other may join them.
      if (present > 0) return tasks
      crowd = await store.queue.suspects(clock.now(), crowd)
    }
    return []
  }
  return {
    admit: (room, claim) => {
      const admitted = turn.then(() => admit(room, claim))
      turn = admitted.catch(() => undefined)
      return admitted
    },
    leave: () => {
      present--
    },
    isOpen: () => false,
    idleMs: () => (present > 0 ? 0 : clock.elapsed() - lastSeen),
  }
}

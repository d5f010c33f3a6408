import { startKeyOf } from '../core/tasks/task.ts'
import { randomBase62 } from '../core/text/random-text.ts'
import type { Bell, Clock, Log, Random } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'
import type { Lease } from '../ports/store/owners.ts'
import { observation } from './observation.ts'
import type { Worker } from './loop.ts'

const BEAT_EVERY_MS = 2_000
const RETRY_BEAT_MS = 500
const LOOK_EVERY_MS = 1_000
// What this process holds without knowing of it, because an answer got lost, is looked for this often.
const ORPHANS_EVERY_MS = 10_000

export type OwnershipDeps = {
  store: Pick<Store, 'queue' | 'owners'>
  clock: Clock
  random: Random
  bell: Bell
  log: Log
}

/** This process as the holder of leases. They last as long as it lives, and it lives as long as its beat rises. */
export type Ownership = Worker & {
  /** Under which name to claim; undefined until it is entered in the store. */
  owner(): string | undefined
  /** Keeps a lease in view until it is let go; `onLost` tells that the task was ended or belongs to someone else. */
  hold(lease: Lease, onLost: () => void): () => void
  /** How long ago the store last heard of this process, or it began to try. */
  silentMs(): number
  /** How many leases are in view. */
  inHand(): number
  /** Says that a claim under this token was never answered: what it took, if anything, nobody has worked on. */
  unanswered(token: string): void
}

export type OwnershipOptions = {
  /** The name to go by; without one it chooses its own, and another one when it was taken for dead. */
  name?: string
  /** Called when there may be work that could not be taken before. */
  onFreed: () => void
  /** Called when a process with a given name was taken for dead: it has no right to go on. */
  onDeath?: () => void
}

/** Enters this process among the owners, beats, and frees what the dead have left. */
export function ownership(deps: OwnershipDeps, options: OwnershipOptions): Ownership {
  const { store, clock, log } = deps
  const stopping = new AbortController()
  const inHand = new Map<Lease, () => void>()
  const unanswered = new Set<string>()
  const watch = observation(clock)
  let owner: string | undefined
  let heardAt = clock.elapsed()
  let running: Promise<unknown> | undefined

  const join = async (): Promise<void> => {
    const name = options.name ?? randomBase62(22, deps.random.bytes)
    await store.owners.join(name)
    owner = name
    heardAt = clock.elapsed()
    options.onFreed()
  }
  const dropLost = async (leases: readonly Lease[]): Promise<void> => {
    if (leases.length === 0) return
    for (const lost of await store.queue.lost(leases))
      for (const [lease, onLost] of inHand) if (lease.id === lost.id && lease.token === lost.token) onLost()
  }
  const beat = async (): Promise<void> => {
    if (owner === undefined) return join()
    if (await store.owners.beat(owner)) {
      heardAt = clock.elapsed()
      return dropLost([...inHand.keys()])
    }
    log.warn('this process was considered dead; other processes have its tasks', { owner })
    owner = undefined
    for (const onLost of inHand.values()) onLost()
    if (options.onDeath !== undefined) return options.onDeath()
    return join()
  }
  const look = async (): Promise<void> => {
    const dead = watch.dead(await store.owners.list(), owner)
    if (dead.length === 0) return
    log.warn('a worker process died; others take over its tasks', { owners: dead.map(({ id }) => id) })
    await store.owners.bury(dead, { witnessed: false, now: clock.now() })
    options.onFreed()
  }
  const giveBackOrphans = orphanedLeaseFinder(deps, () => owner, { inHand, unanswered })

  const every = async (ms: number, chore: () => Promise<void>, afterFailureMs = ms): Promise<void> => {
    while (!stopping.signal.aborted) {
      let pauseMs = ms
      try {
        await chore()
      } catch (error) {
        pauseMs = afterFailureMs
        log.warn('a heartbeat failed and will be retried', { error })
      }
      await clock.sleep(pauseMs, stopping.signal)
    }
  }

  return {
    owner: () => owner,
    inHand: () => inHand.size,
    silentMs: () => clock.elapsed() - heardAt,
    unanswered: (token) => void unanswered.add(token),
    hold(lease, onLost) {
      const done = new AbortController()
      inHand.set(lease, onLost)
      // The end of a task rings the bell; without the ring it is noticed at the next beat.
      void onRing(deps, `stop:${lease.id}`, done.signal, () => dropLost([lease]))
      return () => {
        inHand.delete(lease)
        done.abort()
      }
    },
    start() {
      heardAt = clock.elapsed()
      running ??= Promise.all([
        every(BEAT_EVERY_MS, beat, RETRY_BEAT_MS),
        every(LOOK_EVERY_MS, look),
        every(ORPHANS_EVERY_MS, giveBackOrphans),
      ])
    },
    async stop() {
      stopping.abort()
      await running
      const name = owner
      owner = undefined
      if (name === undefined) return
      // Others would find out by themselves; this only spares them the wait.
      await store.owners
        .bury([{ id: name, beat: null }], { witnessed: false, now: clock.now() })
        .catch((error: unknown) => log.warn('this process could not release its leases', { error }))
    },
  }
}

async function onRing(
  { bell, log }: OwnershipDeps,
  topic: string,
  done: AbortSignal,
  then: () => Promise<void>,
): Promise<void> {
  while (!done.aborted) {
    await bell.wait(topic, Number.POSITIVE_INFINITY, done)
    if (done.aborted) return
    await then().catch((error: unknown) => log.debug('a lease could not be checked', { error }))
  }
}

/** Gives back what this process holds and does not work on: twice in a row, for a claim may be on its way. */
function orphanedLeaseFinder(
  { store, clock, log }: OwnershipDeps,
  owner: () => string | undefined,
  { inHand, unanswered }: { inHand: ReadonlyMap<Lease, unknown>; unanswered: Set<string> },
): () => Promise<void> {
  let suspected = new Set<string>()
  let unansweredBefore: string[] = []
  return async () => {
    const name = owner()
    if (name === undefined) return
    const known = new Set([...inHand.keys()].map(({ id, token }) => `${id} ${token}`))
    const orphans = (await store.queue.heldBy(name)).filter(({ id, token }) => !known.has(`${id} ${token}`))
    for (const orphan of orphans.filter(({ id, token }) => suspected.has(`${id} ${token}`))) {
      log.warn('a lease without a running task is released', { taskId: orphan.id })
      // One that was begun by a claim without an answer was never started: the next process may start it. The claim also
      // takes tasks that are running: those may have a job, so their step stays.
      const isBegunUnheard = unanswered.has(orphan.token) && orphan.startKey === startKeyOf(orphan)
      const unstarted = isBegunUnheard ? { step: null } : {}
      await store.queue.advance(orphan, { ...unstarted, releaseUntil: clock.now(), stillSuspect: true })
    }
    suspected = new Set(orphans.map(({ id, token }) => `${id} ${token}`))
    // A claim that left nothing behind by now has taken nothing.
    const left = new Set(orphans.map(({ token }) => token))
    for (const token of unansweredBefore) if (!left.has(token)) unanswered.delete(token)
    unansweredBefore = [...unanswered]
  }
}

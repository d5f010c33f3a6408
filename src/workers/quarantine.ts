import { retryUntilStored } from '../actions/running/retry-until-stored.ts'
import { randomBase62 } from '../core/text/random-text.ts'
import type { Worker } from './loop.ts'
import type { OwnershipDeps } from './ownership.ts'

const LOOK_EVERY_MS = 500
// A program that cannot even start must not keep the machine busy with starting it.
const AFTER_FAILURE_MS = 5_000

/** A process of its own, in which tasks run that may be what takes a process down. */
export type QuarantineProcess = {
  /** Resolves when the process has ended, for whatever reason. */
  ended: Promise<void>
  /** Asks it to give back what it holds and to end. */
  stop(): void
}

/**
 * Lets suspects run in a process of their own, so that the one that kills takes only that one down. We see it die, and so
 * know what it had in hand; of processes that died unseen, nobody can tell whether a task or the operator did it.
 */
export function quarantine(deps: OwnershipDeps, openQuarantine: (owner: string) => QuarantineProcess): Worker {
  const { store, clock, log } = deps
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let cell: QuarantineProcess | undefined

  const untilEmpty = async (): Promise<void> => {
    const owner = randomBase62(22, deps.random.bytes)
    log.info('tasks of a dead process run in quarantine', { owner })
    const startedAt = clock.elapsed()
    cell = openQuarantine(owner)
    await cell.ended
    cell = undefined
    // One that came to rest has signed off by itself, and one that we stopped was not killed by its tasks.
    const witnessed = !stopping.signal.aborted
    await retryUntilStored(deps, () => store.owners.bury([{ id: owner, beat: null }], { witnessed, now: clock.now() }))
    if (clock.elapsed() - startedAt < LOOK_EVERY_MS) await clock.sleep(AFTER_FAILURE_MS, stopping.signal)
  }
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        if ((await store.queue.suspects(clock.now())) !== undefined) await untilEmpty()
      } catch (error) {
        log.warn('could not check for tasks to quarantine', { error })
      }
      await clock.sleep(LOOK_EVERY_MS, stopping.signal)
    }
  }
  return {
    start() {
      running ??= loop()
    },
    async stop() {
      stopping.abort()
      cell?.stop()
      await running
    },
  }
}

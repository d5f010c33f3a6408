import type { DiskGate } from './disk-gate.ts'
import { isBusy, toStorageError } from '../errors.ts'
import type { WriteJob, SharedTransaction } from './shared-transaction.ts'

export type WriteQueueOptions = {
  transaction: SharedTransaction
  gate: DiskGate
  /** How long SQLite itself waits for another process. */
  busyTimeoutMs: number
}

export type WriteQueue = {
  /** Whether a commit comes with the next turn of the event loop, and not only when another process lets it. */
  readonly isAboutToCommit: boolean
  add(job: WriteJob): void
  /** Takes up what has gathered, if nothing stands in its way. */
  wake(): void
  /** Lets jobs gather until they are let go. */
  hold(): void
  release(): void
  /** Resolves once nothing is left to do. */
  drained(): Promise<void>
}

// Most commits of others take less than the first of these; the last one is for those that wait for a slow disk.
const BUSY_PAUSES_MS = [1, 1, 1, 2, 2, 5, 5, 10, 20]
// Past that, something is wrong with the other process.
const BUSY_PATIENCE_MS = 5_000

/** Jobs that come while the disk is at work share the next commit. */
export function writeQueue({ transaction, gate, busyTimeoutMs }: WriteQueueOptions): WriteQueue {
  let queue: WriteJob[] = []
  let isScheduled = false
  let isAboutToCommit = false
  let isHeld = false
  let tries = 0
  let waitedMs = 0
  let onIdle: () => void = () => undefined

  const wake = (): void => {
    if (isScheduled || isHeld || gate.isSyncing) return
    if (queue.length === 0) return onIdle()
    isScheduled = true
    isAboutToCommit = true
    setImmediate(flush)
  }

  const startAfresh = (): void => {
    tries = 0
    waitedMs = 0
  }

  const refuse = (error: unknown): void => {
    const jobs = queue
    queue = []
    startAfresh()
    for (const job of jobs) job.reject(toStorageError(error))
    wake()
    gate.syncReaders()
  }

  const flush = (): void => {
    isScheduled = false
    isAboutToCommit = false
    if (isHeld || gate.isSyncing) return gate.syncReaders()
    try {
      transaction.begin()
    } catch (error) {
      if (!isBusy(error) || waitedMs >= BUSY_PATIENCE_MS) return refuse(error)
      const pauseMs = BUSY_PAUSES_MS[Math.min(tries++, BUSY_PAUSES_MS.length - 1)] ?? 0
      waitedMs += busyTimeoutMs + pauseMs
      isScheduled = true
      setTimeout(flush, pauseMs)
      return gate.syncReaders()
    }
    startAfresh()
    const jobs = queue
    queue = []
    const tell = transaction.run(jobs)
    if (tell.length > 0) gate.commit(tell)
    wake()
    gate.syncReaders()
  }

  return {
    get isAboutToCommit() {
      return isAboutToCommit
    },
    add(job) {
      queue.push(job)
      wake()
    },
    wake,
    hold: () => void (isHeld = true),
    release: () => {
      isHeld = false
      wake()
    },
    drained: () =>
      new Promise((resolve) => {
        onIdle = resolve
        wake()
      }),
  }
}

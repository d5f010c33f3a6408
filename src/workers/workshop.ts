import { retryUntilStored } from '../actions/running/retry-until-stored.ts'
import { randomBase62 } from '../core/text/random-text.ts'
import type { Clock, Log, Random } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'
import type { Worker } from './loop.ts'
import type { QuarantineProcess } from './quarantine.ts'

// A program that cannot even start must not keep the machine busy with starting it.
const AFTER_FAILURE_MS = 5_000
const LOOK_EVERY_MS = 1_000
// Looks, not time: after this machine slept, what it said meanwhile is heard before the next of them.
const SILENT_LOOKS = 5
const MOST_SILENT_LOOKS = 60

/** The process of a workshop. */
export type WorkshopProcess = QuarantineProcess & {
  /** Ends it, whatever it does. */
  kill(): void
}

/** What the process of a workshop is called, and who hears how it stands. */
export type WorkshopOrders = {
  owner: string
  /** It takes up work; said again and again for as long as it does. */
  onReady: () => void
  /** It takes up no more, because there was none for a while or it was told to stop. */
  onLeaving: () => void
}

/** A second process for the work, so that it leaves the one that answers alone. It comes when it is called for. */
export type Workshop = Worker & {
  /** Whether it takes up work, now or in a moment: then nobody else need. */
  isOpen(): boolean
  /** There is work that takes long. */
  call(): void
}

export type WorkshopDeps = {
  store: { owners: Pick<Store['owners'], 'bury'> }
  clock: Clock
  random: Random
  log: Log
  openWorkshop: (told: WorkshopOrders) => WorkshopProcess
  /** Called when it closed: there may be work that nobody has taken up. */
  onClosed: () => void
}

/**
 * Keeps a workshop while there is work for it. When its process dies we see it, and know what it had in hand: those tasks
 * are run apart, one half at a time, until the one that kills is found. One that falls silent is not waited for.
 */
export function workshop(deps: WorkshopDeps): Workshop {
  const { store, clock, log, openWorkshop, onClosed } = deps
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let shop: WorkshopProcess | undefined
  let isOpen = false

  const close = (): void => {
    if (!isOpen) return
    isOpen = false
    onClosed()
  }
  const untilEnded = async (): Promise<void> => {
    const owner = randomBase62(22, deps.random.bytes)
    let isDismissed = false
    let silentLooks = 0
    let isReady = false
    const onReady = (): void => {
      silentLooks = 0
      if (!isReady || !isOpen) log.info('a second process runs long tasks from now on', { owner })
      isReady = true
      isOpen = true
    }
    const onLeaving = (): void => {
      isDismissed = true
      close()
    }
    // From now on, though it has yet to start: what we began meanwhile would be slower than what waits for it, and we would
    // hold in memory for good what such work needs.
    isOpen = true
    const opened = openWorkshop({ owner, onReady, onLeaving })
    shop = opened
    const over = new AbortController()
    const ended = opened.ended.finally(() => over.abort())
    for (;;) {
      await clock.sleep(LOOK_EVERY_MS, over.signal)
      if (over.signal.aborted) break
      silentLooks++
      if (silentLooks > SILENT_LOOKS) close()
      // What it has in hand after it was told to stop, it may finish in peace.
      if (silentLooks > MOST_SILENT_LOOKS && !isDismissed) opened.kill()
    }
    await ended
    shop = undefined
    const witnessed = !isDismissed && !stopping.signal.aborted
    if (witnessed) log.warn('the worker process has died; its tasks run again, half of them at a time', { owner })
    // One that came to rest has signed off by itself.
    await retryUntilStored(deps, () => store.owners.bury([{ id: owner, beat: null }], { witnessed, now: clock.now() }))
    close()
    if (witnessed) await clock.sleep(AFTER_FAILURE_MS, stopping.signal)
  }
  return {
    isOpen: () => isOpen,
    call() {
      if (running !== undefined || stopping.signal.aborted) return
      running = untilEnded()
        .catch((error: unknown) => log.warn('the worker process could not be supervised', { error }))
        .finally(() => (running = undefined))
    },
    start: () => undefined,
    async stop() {
      stopping.abort()
      shop?.stop()
      await running
    },
  }
}

import type { Bell, Clock, Log } from '../ports/runtime.ts'

/** Room for one more, kept free until it is filled or let go. */
export type Slot<Item> = {
  /** Begins the work on what came for it. */
  fill(items: readonly Item[]): void
  release(): void
}

/** Something that works in the background until it is told to stop. */
export type Worker = {
  start(): void
  /** Takes no new work; what runs gets the grace time, then is told to give its work back. */
  stop(graceMs: number): Promise<void>
}

export type WorkLoop<Item> = {
  name: string
  /** The bell that announces new work. */
  topic: string
  concurrency: number
  lookEveryMs: number
  claim: (limit: number) => Promise<Item[]>
  /** `successor` gives the place of this very item to another, unless no new work is taken. */
  work: (item: Item, drain: AbortSignal, successor: () => Slot<Item> | undefined) => Promise<void>
  clock: Clock
  bell: Bell
  log: Log
}

/** A worker that also takes what others have claimed for it. */
export type OpenWorker<Item> = Worker & {
  /** Keeps a place for someone who claims elsewhere; undefined when there is none, or no new work is taken. */
  offer(): Slot<Item> | undefined
}

/** Claims work whenever there is room and works on it side by side. One item's failure never stops the others. */
export function workLoop<Item>(options: WorkLoop<Item>): OpenWorker<Item> {
  const { clock, bell, log } = options
  const stopping = new AbortController()
  const draining = new AbortController()
  const inWork = new Set<Promise<void>>()
  const freed = `freed:${options.topic}`
  let running: Promise<void> | undefined
  // As many as a look under way may bring.
  let expected = 0

  const room = (): number => options.concurrency - inWork.size - expected
  const takesWork = (): boolean => running !== undefined && !stopping.signal.aborted
  const occupy = (work: Promise<void>): void => {
    const tracked = work.finally(() => {
      inWork.delete(tracked)
      bell.ring(freed)
    })
    inWork.add(tracked)
  }
  const begin = (item: Item): void => {
    const work = options.work(item, draining.signal, successor).catch((error: unknown) => {
      // What was on disk stays there. The lease is nobody's now: it is given back as a stray, and the item is taken up again.
      log.error('work was dropped', { worker: options.name, error })
    })
    occupy(work)
  }
  const fill = (items: readonly Item[]): void => items.forEach(begin)
  const successor = (): Slot<Item> | undefined => (takesWork() ? { fill, release: () => undefined } : undefined)

  const look = async (most: number): Promise<number> => {
    expected = most
    const items = await options.claim(most).catch((error: unknown) => {
      log.warn('could not check for work', { worker: options.name, error })
      return []
    })
    expected = 0
    fill(items)
    return items.length
  }

  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const most = room()
      // Listening starts before the look: work that comes between the two still rings.
      const looked = new AbortController()
      const signal = AbortSignal.any([stopping.signal, looked.signal])
      const rung = bell.wait(most > 0 ? options.topic : freed, options.lookEveryMs, signal)
      const found = most > 0 ? await look(most) : 0
      if (found > 0) looked.abort('found')
      await rung
    }
  }

  /** What was claimed elsewhere just before the stop may yet come in. */
  const atRest = async (): Promise<void> => {
    while (inWork.size > 0) await Promise.allSettled(inWork)
  }

  return {
    start() {
      running ??= loop()
    },
    offer() {
      if (!takesWork() || room() <= 0) return undefined
      const { promise, resolve: release } = Promise.withResolvers<void>()
      occupy(promise)
      return { fill, release }
    },
    async stop(graceMs) {
      stopping.abort()
      await running
      const all = atRest()
      if (graceMs > 0) {
        const graceOver = new AbortController()
        await Promise.race([all, clock.sleep(graceMs, graceOver.signal)])
        graceOver.abort()
      }
      draining.abort()
      await all
    },
  }
}

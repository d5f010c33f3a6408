import type { Bell, Clock, Log } from '../ports/runtime.ts'

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
  work: (item: Item, drain: AbortSignal) => Promise<void>
  clock: Clock
  bell: Bell
  log: Log
}

/** Claims work whenever there is room and works on it side by side. One item's failure never stops the others. */
export function workLoop<Item>(options: WorkLoop<Item>): Worker {
  const { clock, bell, log } = options
  const stopping = new AbortController()
  const draining = new AbortController()
  const inWork = new Set<Promise<void>>()
  const freed = `freed:${options.topic}`
  let running: Promise<void> | undefined

  const begin = (item: Item): void => {
    const work = options.work(item, draining.signal).catch((error: unknown) => {
      // What was on disk stays there; the lease runs out and the item is taken up again.
      log.error('work was dropped', { worker: options.name, error })
    })
    const tracked = work.finally(() => {
      inWork.delete(tracked)
      bell.ring(freed)
    })
    inWork.add(tracked)
  }

  const look = async (room: number): Promise<number> => {
    try {
      const items = await options.claim(room)
      items.forEach(begin)
      return items.length
    } catch (error) {
      log.warn('could not look for work', { worker: options.name, error })
      return 0
    }
  }

  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const room = options.concurrency - inWork.size
      // Listening starts before the look: work that comes between the two still rings.
      const looked = new AbortController()
      const signal = AbortSignal.any([stopping.signal, looked.signal])
      const rung = bell.wait(room > 0 ? options.topic : freed, options.lookEveryMs, signal)
      const found = room > 0 ? await look(room) : 0
      if (found > 0) looked.abort()
      await rung
    }
  }

  return {
    start() {
      running ??= loop()
    },
    async stop(graceMs) {
      stopping.abort()
      await running
      const all = Promise.allSettled(inWork)
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

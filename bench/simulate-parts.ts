/** Time that is worked out, not waited for: events in order. */
export type Timeline = { now(): number; after(ms: number, then: () => void): void; run(untilMs: number): void }

type Event = { at: number; place: number; happen: () => void }

export function timeline(): Timeline {
  const heap: Event[] = []
  let now = 0
  let places = 0
  // Those of the same instant come in the order in which they were asked for.
  const before = (x: Event, y: Event): boolean => x.at < y.at || (x.at === y.at && x.place < y.place)
  const push = (event: Event): void => {
    let child = heap.push(event) - 1
    while (child > 0) {
      const parent = (child - 1) >> 1
      if (!before(event, heap[parent] as Event)) break
      heap[child] = heap[parent] as Event
      child = parent
    }
    heap[child] = event
  }
  const pop = (): Event | undefined => {
    const [first] = heap
    const last = heap.pop()
    if (first === undefined || last === undefined || heap.length === 0) return first
    let parent = 0
    for (;;) {
      let child = 2 * parent + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && before(heap[child + 1] as Event, heap[child] as Event)) child++
      if (!before(heap[child] as Event, last)) break
      heap[parent] = heap[child] as Event
      parent = child
    }
    heap[parent] = last
    return first
  }
  return {
    now: () => now,
    after: (ms, happen) => push({ at: now + ms, place: ++places, happen }),
    run: (untilMs) => {
      for (let event = pop(); event !== undefined; event = pop()) {
        if (event.at > untilMs) return
        now = event.at
        event.happen()
      }
    },
  }
}

/** So many servers with one line before them; `busy` is the share of their time that was used. */
export type Servers = { use(ms: number, then: () => void): void; busy(): number }

export function servers(time: Timeline, count: number, speed = 1): Servers {
  const line: { ms: number; done: () => void }[] = []
  let free = count
  let used = 0
  const next = (): void => {
    while (free > 0) {
      const job = line.shift()
      if (job === undefined) return
      free--
      used += job.ms
      time.after(job.ms / speed, () => {
        free++
        job.done()
        next()
      })
    }
  }
  return {
    use: (ms, done) => {
      line.push({ ms, done })
      next()
    },
    busy: () => used / (speed * count * time.now()),
  }
}

/** One thread of a process: its pieces of work come one after the other, each on a core of its machine. */
export function thread(time: Timeline, cores: Servers): Servers {
  const line: { ms: number; done: () => void }[] = []
  let working = false
  let used = 0
  const next = (): void => {
    const job = line.shift()
    working = job !== undefined
    if (job === undefined) return
    used += job.ms
    cores.use(job.ms, () => {
      job.done()
      next()
    })
  }
  return {
    use: (ms, done) => {
      line.push({ ms, done })
      if (!working) next()
    },
    busy: () => used / time.now(),
  }
}

/** A log on a disk: one write at a time; those that come meanwhile go with the next one, all together. */
export function groupCommit(time: Timeline, flushMs: number): { commit(then: () => void): void; busy(): number } {
  let waiting: (() => void)[] = []
  let flushing = false
  let used = 0
  const flush = (): void => {
    flushing = waiting.length > 0
    if (!flushing) return
    const together = waiting
    waiting = []
    used += flushMs
    time.after(flushMs, () => {
      for (const then of together) then()
      flush()
    })
  }
  return {
    commit: (then) => {
      waiting.push(then)
      if (!flushing) flush()
    },
    busy: () => used / time.now(),
  }
}

/** As `batched` of the store: what comes while every lane is taken waits, and goes together. */
export function batcher(
  time: Timeline,
  options: { lanes: number; most: number },
  perform: (count: number, then: () => void) => void,
): (then: () => void) => void {
  let waiting: (() => void)[] = []
  let busy = 0
  let scheduled = false
  const next = (): void => {
    scheduled = false
    if (waiting.length === 0 || busy === options.lanes) return
    const together = waiting.slice(0, options.most)
    waiting = waiting.slice(options.most)
    busy++
    perform(together.length, () => {
      busy--
      for (const then of together) then()
      schedule()
    })
    schedule()
  }
  // At the end of the turn, as the store does it: all that comes in one turn goes together.
  const schedule = (): void => {
    if (scheduled) return
    scheduled = true
    time.after(0, next)
  }
  return (then) => {
    waiting.push(then)
    schedule()
  }
}

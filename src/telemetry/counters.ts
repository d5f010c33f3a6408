import type { Count } from '../ports/process-link.ts'

/** Values of labels, in the order in which the metric names them. */
export type LabelValues = readonly string[]

export type CountedValue = { labels: LabelValues; value: number }

/** Adds up, by the values of labels. */
export type Counter = {
  add(labels: LabelValues, amount?: number): void
  all(): Iterable<CountedValue>
}

type Branch<Value> = { value: Value | undefined; next: Map<string, Branch<Value>> }

/**
 * Keeps a value for each combination of labels. Label by label: on the way of each request, joining them into one key takes
 * several times as long, and so does a library that checks and sorts them.
 */
class ByLabels<Value> {
  readonly all: Value[] = []
  readonly #root: Branch<Value> = { value: undefined, next: new Map() }
  readonly #make: (labels: LabelValues) => Value

  constructor(make: (labels: LabelValues) => Value) {
    this.#make = make
  }

  of(labels: LabelValues): Value {
    let branch = this.#root
    for (const label of labels) {
      let next = branch.next.get(label)
      if (next === undefined) branch.next.set(label, (next = { value: undefined, next: new Map() }))
      branch = next
    }
    if (branch.value !== undefined) return branch.value
    branch.value = this.#make(labels)
    this.all.push(branch.value)
    return branch.value
  }
}

export function counter(): Counter {
  const counted = new ByLabels((labels) => ({ labels, value: 0 }))
  return {
    add(labels, amount = 1) {
      counted.of(labels).value += amount
    },
    all: () => counted.all,
  }
}

export type Distribution = {
  labels: LabelValues
  /** One for each bound, and one for what lies beyond. */ counts: number[]
  sum: number
}

/** Counts how many of the values lie below each bound, by the values of labels. */
export type Histogram = {
  observe(labels: LabelValues, value: number): void
  all(): Iterable<Distribution>
}

export function histogram(bounds: readonly number[]): Histogram {
  const noneYet = Array.from({ length: bounds.length + 1 }, () => 0)
  const seen = new ByLabels((labels): Distribution => ({ labels, counts: [...noneYet], sum: 0 }))
  return {
    observe(labels, value) {
      const known = seen.of(labels)
      let place = 0
      while (place < bounds.length && value > (bounds[place] ?? 0)) place++
      known.counts[place] = (known.counts[place] ?? 0) + 1
      known.sum += value
    },
    all: () => seen.all,
  }
}

/** Counts in another process: that one is asked for the metrics of both. */
export type CountThere = (count: Count) => void

export function remoteCounter(metric: string, count: CountThere): Counter {
  return { add: (labels, amount = 1) => count([metric, labels, amount]), all: () => [] }
}

export function remoteHistogram(metric: string, count: CountThere): Histogram {
  return { observe: (labels, value) => count([metric, labels, value]), all: () => [] }
}

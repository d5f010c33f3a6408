/** Values of labels, in the order in which the metric names them. */
export type LabelValues = readonly string[]

export type CountedValue = { labels: LabelValues; value: number }

/** Adds up, by the values of labels. */
export type Tally = {
  add(labels: LabelValues, amount?: number): void
  all(): Iterable<CountedValue>
}

// No label holds it: what callers and operators name things by is printable.
const BETWEEN = '\u0000'

/** A map of our own: on the way of each request, a library that checks and sorts labels takes several times as long. */
export function tally(): Tally {
  const counted = new Map<string, { labels: LabelValues; value: number }>()
  return {
    add(labels, amount = 1) {
      const key = labels.join(BETWEEN)
      const known = counted.get(key)
      if (known === undefined) counted.set(key, { labels, value: amount })
      else known.value += amount
    },
    all: () => counted.values(),
  }
}

export type Distribution = {
  labels: LabelValues
  /** One for each bound, and one for what lies beyond. */ counts: number[]
  sum: number
}

/** Counts how many of the values lie below each bound, by the values of labels. */
export type Spread = {
  observe(labels: LabelValues, value: number): void
  all(): Iterable<Distribution>
}

export function spread(bounds: readonly number[]): Spread {
  const seen = new Map<string, Distribution>()
  return {
    observe(labels, value) {
      const key = labels.join(BETWEEN)
      let known = seen.get(key)
      if (known === undefined) {
        known = { labels, counts: Array.from({ length: bounds.length + 1 }, () => 0), sum: 0 }
        seen.set(key, known)
      }
      let place = 0
      while (place < bounds.length && value > (bounds[place] ?? 0)) place++
      known.counts[place] = (known.counts[place] ?? 0) + 1
      known.sum += value
    },
    all: () => seen.values(),
  }
}

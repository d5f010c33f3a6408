/** A range, in seconds. */
export type SecondsRange = { low: number; high: number }

/** How many of a model's last results count: last month's times say little. */
export const COUNTED_DURATIONS = 20

/**
 * The recent time of a result, from the mean to the third quartile, the smaller one first; null if nothing is known.
 */
export function typicalSeconds(durationsMs: readonly number[]): SecondsRange | null {
  if (durationsMs.length === 0) return null
  const mean = durationsMs.reduce((sum, each) => sum + each, 0) / durationsMs.length
  const quarter = nthOf(durationsMs, 0.75)
  return rounded({ low: Math.min(mean, quarter), high: Math.max(mean, quarter) })
}

export type Line = {
  /** Its position among the waiting tasks, from 1. */
  position: number
  /** How many are running now, and how many can run at once. */
  inWork: number
  capacity: number
}

/** The time left for a waiting task: full rounds of those before it, and its own. */
export function secondsInLine(durationsMs: readonly number[], line: Line): SecondsRange | null {
  const typical = typicalSeconds(durationsMs)
  if (typical === null) return null
  const capacity = Math.max(1, line.capacity, line.inWork)
  const free = capacity - line.inWork
  const rounds = Math.max(0, Math.ceil((line.position - free) / capacity))
  return { low: tenth(typical.low * (rounds + 1)), high: tenth(typical.high * (rounds + 1)) }
}

/** The time left for a running task; null once it takes longer than any recent one, because then nothing is known. */
export function secondsLeft(durationsMs: readonly number[], runningMs: number): SecondsRange | null {
  const longer = durationsMs.filter((each) => each > runningMs)
  if (longer.length === 0) return null
  const typical = typicalSeconds(durationsMs)
  const seconds = runningMs / 1000
  if (typical !== null && typical.high > seconds)
    return { low: tenth(Math.max(0, typical.low - seconds)), high: tenth(typical.high - seconds) }
  return rounded({ low: Math.min(...longer) - runningMs, high: Math.max(...longer) - runningMs })
}

function nthOf(values: readonly number[], part: number): number {
  const sorted = values.toSorted((x, y) => x - y)
  return sorted[Math.ceil(sorted.length * part) - 1] ?? 0
}

function rounded({ low, high }: SecondsRange): SecondsRange {
  return { low: tenth(low / 1000), high: tenth(high / 1000) }
}

function tenth(seconds: number): number {
  return Math.round(seconds * 10) / 10
}

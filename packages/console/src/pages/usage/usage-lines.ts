import type { UsageLine } from '@mediagen/client'

/** What a day, a model or a key came to. */
export type Sum = {
  name: string
  tasks: number
  succeeded: number
  /** Null where nothing has a known cost. */
  usd: number | null
  unpriced: number
}

/** Adds lines up by a name of theirs, the dearest first, then the most used. */
export function sumsBy<Line extends UsageLine>(lines: readonly Line[], nameOf: (line: Line) => string): Sum[] {
  const sums = new Map<string, Sum>()
  for (const line of lines) {
    const name = nameOf(line)
    const sum = sums.get(name) ?? { name, tasks: 0, succeeded: 0, usd: null, unpriced: 0 }
    sums.set(name, {
      name,
      tasks: sum.tasks + line.tasks,
      succeeded: sum.succeeded + line.succeeded,
      usd: line.usd === null ? sum.usd : (sum.usd ?? 0) + line.usd,
      unpriced: sum.unpriced + line.unpriced,
    })
  }
  return [...sums.values()].toSorted((a, b) => (b.usd ?? 0) - (a.usd ?? 0) || b.tasks - a.tasks)
}

/** The last days in UTC, oldest first, those without any use included. */
export function lastDays(count: number, now: number): string[] {
  const day = 86_400_000
  const today = Math.floor(now / day) * day
  return Array.from({ length: count }, (_, index) =>
    new Date(today - (count - 1 - index) * day).toISOString().slice(0, 10),
  )
}

export type Measure = 'usd' | 'tasks'

/** For each name, what it came to on each day; beyond the first few the rest is one. */
export function seriesOf<Line extends UsageLine>(
  lines: readonly Line[],
  { days, measure, nameOf }: { days: readonly string[]; measure: Measure; nameOf: (line: Line) => string },
): { name: string; values: number[] }[] {
  const names = sumsBy(lines, nameOf).map(({ name }) => name)
  const first = names.length > MOST_SERIES ? names.slice(0, MOST_SERIES - 1) : names
  const at = new Map(days.map((day, index) => [day, index]))
  const series = new Map(first.map((name) => [name, days.map(() => 0)]))
  if (names.length > first.length)
    series.set(
      OTHERS,
      days.map(() => 0),
    )
  for (const line of lines) {
    const values = series.get(nameOf(line)) ?? series.get(OTHERS)
    const index = at.get(line.day)
    if (values !== undefined && index !== undefined) values[index] = (values[index] ?? 0) + (line[measure] ?? 0)
  }
  return [...series].map(([name, values]) => ({ name, values }))
}

// As many as can be told apart by colour.
const MOST_SERIES = 5
const OTHERS = 'others'

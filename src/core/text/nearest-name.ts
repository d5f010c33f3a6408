/** The question in a message about a mistyped name, with a space before it; empty if no known name is near. */
export function didYouMean(wanted: string, known: readonly string[]): string {
  const found = nearestName(wanted, known)
  return found === undefined ? '' : ` Did you mean '${found}'?`
}

// A longer name is not a typo, and the cost of comparing grows with the length of both.
const LONGEST = 80
const MOST_CHANGES = 3

/**
 * The known name that is spelled most similarly, with at most a third of its letters changed, or otherwise one that
 * begins with the given name.
 */
export function nearestName(wanted: string, known: readonly string[]): string | undefined {
  if (wanted.length > LONGEST) return undefined
  let nearest: { name: string; changes: number } | undefined
  for (const name of known) {
    const changes = letterChanges(wanted.toLowerCase(), name.toLowerCase())
    const most = Math.min(MOST_CHANGES, Math.max(1, Math.floor(name.length / 3)))
    if (changes <= most && changes < (nearest?.changes ?? Infinity)) nearest = { name, changes }
  }
  return nearest?.name ?? onlyBeginning(wanted, known)
}

/** `aspect` for `aspect_ratio`: the first word of one name, and of no other. */
function onlyBeginning(wanted: string, known: readonly string[]): string | undefined {
  const found = wanted === '' ? [] : known.filter((name) => name.startsWith(`${wanted.toLowerCase()}_`))
  return found.length === 1 ? found[0] : undefined
}

/**
 * How many letters must be inserted, removed, replaced, or swapped with the next one, to turn one word into the other.
 */
export function letterChanges(from: string, to: string): number {
  let before: number[] = []
  let above = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row++) {
    const line = [row]
    for (let column = 1; column <= to.length; column++) {
      const exchanged = (above[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1)
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const swapped = isSwapped ? (before[column - 2] ?? Infinity) + 1 : Infinity
      line.push(Math.min(exchanged, swapped, (above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1))
    }
    before = above
    above = line
  }
  return above.at(-1) ?? 0
}

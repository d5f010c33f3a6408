const SHOWN = 5

/** The paths with a part that is written most alike, the nearest first. */
export function nearTo(word: string, paths: readonly string[]): string[] {
  const wanted = nameOf(word)
  const distance = (path: string): number => Math.min(...partsOf(path).map((part) => changes(wanted, part)))
  return paths
    .map((path) => ({ path, distance: distance(path) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, SHOWN)
    .map(({ path }) => path)
}

function nameOf(path: string): string {
  return (path.split('/').at(-1) ?? path).replace(/\.test\.ts$/, '')
}

/** Folders, the name, and the words of the name. */
function partsOf(path: string): string[] {
  return [...path.split('/').slice(0, -1), nameOf(path), ...nameOf(path).split('-')]
}

/** How many letters must be put in, left out or exchanged to make one word of the other. */
function changes(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...from].entries()) {
    const line = [row + 1]
    for (let column = 1; column <= to.length; column++) {
      const exchanged = (above[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1)
      line.push(Math.min(exchanged, (above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1))
    }
    above = line
  }
  return above.at(-1) ?? 0
}

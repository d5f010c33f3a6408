import { letterChanges } from '../../src/core/text/nearest-name.ts'

const SHOWN = 5

/** The paths with a part that is written most alike, the nearest first. */
export function nearTo(word: string, paths: readonly string[]): string[] {
  const wanted = nameOf(word)
  const distance = (path: string): number => Math.min(...partsOf(path).map((part) => letterChanges(wanted, part)))
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

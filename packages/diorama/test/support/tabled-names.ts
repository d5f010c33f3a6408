import { allEntries } from '../../src/reading/vocabulary.ts'

/** The names that the word tables give to things of a kind: those of `place:beach` and `style:oil`, for tests. */
export function tabledNames(kind: 'place' | 'home' | 'style'): string[] {
  const meanings = new Set(allEntries().map(({ meaning }) => meaning))
  return [...meanings]
    .filter((meaning) => meaning.startsWith(`${kind}:`))
    .map((meaning) => meaning.slice(kind.length + 1))
}

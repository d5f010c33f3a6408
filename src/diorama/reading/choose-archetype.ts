import type { Archetype } from '../brief.ts'

const BY_KIND: [pattern: RegExp, archetype: Archetype][] = [
  [/^animal-marine/, 'underwater'],
  [/^animal|^plant/, 'landscape'],
  [/^food|^drink|^dishware/, 'tabletop'],
  [/^person|^family/, 'portrait'],
  [/^transport-water/, 'sea'],
  [/^transport-air/, 'sky'],
  [/^transport/, 'road'],
  [/^sky/, 'sky'],
  [/^place/, 'landscape'],
]

/** Chooses the kind of scene from what its first subject is. */
export function chooseArchetype(kind: string | undefined): Archetype {
  if (kind === undefined) return 'abstract'
  return BY_KIND.find(([pattern]) => pattern.test(kind))?.[1] ?? 'tabletop'
}

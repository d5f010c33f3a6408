import { createHash } from 'node:crypto'
import { MAX_SEED } from './generation-request.ts'

/** The seed of a prompt without one: the same words always give the same picture. */
export function seedFromPrompt(prompt: string): number {
  return createHash('sha256').update(prompt).digest().readUInt32BE(0)
}

/** The maximum number of results of one request. */
export const MAX_RESULTS = 10

/** Which of several results of one request a task makes, counted from 0. */
export type GroupPosition = { position: number; count: number }

/** The seed of one among several: with the same seed, they would all be the same picture. */
export function seedAt(seed: number | null, { position }: GroupPosition): number | null {
  return seed === null ? null : (seed + position) % (MAX_SEED + 1)
}

/** What the receipt says if the seed is not the requested one. */
export function seedWarnings(asked: number | null, place: GroupPosition): string[] {
  const seed = seedAt(asked, place)
  if (asked === null || seed === asked) return []
  return [
    `seed: ${asked} was requested for ${place.count} results; this is number ${place.position + 1}, with the seed ${seed}.`,
  ]
}

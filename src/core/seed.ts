import { createHash } from 'node:crypto'

/** The seed of a prompt that came without one: the same words always give the same picture. */
export function seedFromPrompt(prompt: string): number {
  return createHash('sha256').update(prompt).digest().readUInt32BE(0)
}

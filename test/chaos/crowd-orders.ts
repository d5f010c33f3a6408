import { join } from 'node:path'

/** The prompt of a task that takes its process down. */
export const KILLER = 'take your process down'

/** Harmless tasks stay in hand until there is a file at this path. */
export function gateIn(dataDir: string): string {
  return join(dataDir, 'gate')
}

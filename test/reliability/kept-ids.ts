import type { Files } from '../../src/ports/files.ts'

/** The ids of all bytes that are kept. */
export async function keptIds(files: Files): Promise<string[]> {
  return (await Array.fromAsync(files.keptBefore(Number.MAX_SAFE_INTEGER), ({ id }) => id)).sort()
}

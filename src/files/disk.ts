import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** What keeping files asks of the operating system. Tests put one with the rules of another system in its place. */
export type Disk = {
  platform: NodeJS.Platform
  open(path: string, flags: 'r' | 'r+'): Promise<FileHandle>
  rename(from: string, to: string): Promise<void>
  /** Removes a file; none there is fine. */
  remove(path: string): Promise<void>
  pause(ms: number): Promise<unknown>
}

/** The disk of this machine. */
export const systemDisk: Disk = {
  platform: process.platform,
  open,
  rename,
  remove: (path) => rm(path, { force: true }),
  pause,
}

// Some 1.3 s in all: a scanner that looks at a fresh file is done long before, and a request should not wait longer.
const PAUSES_MS = [10, 20, 40, 80, 160, 320, 640]

/**
 * Does something to a file that others may be holding open. Windows refuses to rename or remove such a file, and a virus
 * scanner or an indexer holds every fresh one for a moment; elsewhere the first answer is the last.
 */
export async function whileHeld<T>(disk: Pick<Disk, 'platform' | 'pause'>, work: () => Promise<T>): Promise<T> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await work()
    } catch (error) {
      if (!isHeld(disk, error)) throw error
      await disk.pause(pauseMs)
    }
  }
  return work()
}

/** Tells whether an error of the file system means that someone else holds the file. */
export function isHeld({ platform }: Pick<Disk, 'platform'>, error: unknown): boolean {
  // The same codes mean missing rights elsewhere, which no waiting mends.
  return platform === 'win32' && ['EPERM', 'EBUSY', 'EACCES'].includes(codeOf(error) ?? '')
}

/** Tells whether an error of the file system means that nothing is there. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT'
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

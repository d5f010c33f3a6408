import { accessSync, constants, readFileSync, statfsSync } from 'node:fs'

const SHARED_MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4 * 2 ** 30

/**
 * Puts temporary folders into memory, where the system offers that: databases that are opened and thrown away a thousand
 * times wait for a disk most of their time. No test relies on what a disk keeps when the power fails.
 */
export function useMemory(): void {
  if (process.platform !== 'linux' || process.env['TMPDIR'] !== undefined) return
  try {
    accessSync(SHARED_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    // Some tests put programs there. Containers often have little memory to share.
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .findLast((line) => line.split(' ')[1] === SHARED_MEMORY)
    if (bavail * bsize > ENOUGH_BYTES && mount?.includes('noexec') === false) process.env['TMPDIR'] = SHARED_MEMORY
  } catch {
    // Then on the disk.
  }
}

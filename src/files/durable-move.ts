import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isMissing, whileHeld, type Disk } from './disk.ts'

/** Moves files into folders below `top` so that each is there under its new name after a power cut, bytes and all. */
export function durableMove(disk: Disk, top: string): (from: string, to: string) => Promise<void> {
  // Folders whose own names are known to be on disk. Another process may have made one and not have got that far.
  const synced = new Set([top])
  return async (from, to) => {
    const folder = dirname(to)
    await syncFile(disk, from, 'r+')
    const isNew = !synced.has(folder) || !(await renamed(disk, from, to))
    if (isNew) {
      // Another process may be about to sync it, or may have removed it.
      synced.delete(folder)
      await mkdir(folder, { recursive: true })
      await whileHeld(disk, () => disk.rename(from, to))
    }
    // Windows gives no handle by which a folder could be flushed. Flushing the file once more makes NTFS write its journal,
    // and with it the new name.
    if (disk.platform === 'win32') return syncFile(disk, to, 'r+')
    // Without this the new name may be gone after a power cut, though the bytes are there; so may a new folder's own.
    await syncFile(disk, folder, 'r')
    if (!isNew) return
    for (let made = folder; made !== top; made = dirname(made)) await syncFile(disk, dirname(made), 'r')
    synced.add(folder)
  }
}

/** False when the folder is gone. */
async function renamed(disk: Disk, from: string, to: string): Promise<boolean> {
  try {
    await whileHeld(disk, () => disk.rename(from, to))
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/** Files are opened for writing, though nothing is written: Windows flushes through no other handle. */
export async function syncFile(disk: Disk, path: string, flags: 'r' | 'r+'): Promise<void> {
  await using handle = await disk.open(path, flags)
  await handle.sync()
}

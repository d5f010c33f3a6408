import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isBusy } from './errors.ts'

/** Proof that a process lives, by the operating system: it lets go of a lock when the process ends, however it ends. */
export type OwnerLocks = {
  take(id: string): void
  /** True when nobody holds the lock any more. */
  isFree(id: string): boolean
  /** Lets go of our own, and removes what a dead one left. */
  drop(id: string): void
  close(): void
}

/**
 * Locks as open transactions on files of their own: SQLite knows how to lock a file on every system, and Node by itself
 * does not.
 */
export function ownerLocks(folder: string): OwnerLocks {
  const ours = new Map<string, DatabaseSync>()
  const pathOf = (id: string): string => join(folder, `${id}.lock`)
  const hold = (id: string): DatabaseSync => {
    const lock = new DatabaseSync(pathOf(id), { timeout: 0 })
    try {
      lock.exec('BEGIN EXCLUSIVE')
      return lock
    } catch (error) {
      lock.close()
      throw error
    }
  }
  return {
    take(id) {
      mkdirSync(folder, { recursive: true })
      ours.get(id)?.close()
      ours.set(id, hold(id))
    },
    isFree(id) {
      if (ours.has(id)) return false
      // A database that was restored from a copy brings owners whose locks it does not bring.
      if (!existsSync(pathOf(id))) return true
      try {
        hold(id).close()
        return true
      } catch (error) {
        if (isBusy(error)) return false
        throw error
      }
    },
    drop(id) {
      ours.get(id)?.close()
      ours.delete(id)
      rmSync(pathOf(id), { force: true })
    },
    close() {
      for (const lock of ours.values()) lock.close()
      ours.clear()
    },
  }
}

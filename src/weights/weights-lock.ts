import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../ports/runtime.ts'

/** Another process holds the lock; `pid` where it said so. */
export type LockHolder = { pid: number | undefined }

export type WeightsLock = { release(): void }

// Often enough that nobody notices the wait, seldom enough to cost nothing.
const LOOK_EVERY_MS = 500

/**
 * Takes the lock, or gives undefined while another holds it. A lock is an open transaction on a file of its own: the operating
 * system drops it when its process ends, however it ends, and Node by itself cannot lock files.
 */
export function tryLock(folder: string, name: string): WeightsLock | undefined {
  mkdirSync(folder, { recursive: true })
  const lock = new DatabaseSync(join(folder, `${name}.lock`), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (isBusy(error)) return undefined
    throw error
  }
  const note = join(folder, `${name}.holder`)
  writeFileSync(note, String(process.pid))
  return {
    release() {
      rmSync(note, { force: true })
      lock.close()
    },
  }
}

type Waiting = { clock: Clock; signal?: AbortSignal | undefined; onWait?: ((holder: LockHolder) => void) | undefined }

/** Waits until the lock is free and takes it. `onWait` hears at each look who holds it. */
export async function takeLock(folder: string, name: string, { clock, signal, onWait }: Waiting): Promise<WeightsLock> {
  for (;;) {
    signal?.throwIfAborted()
    const lock = tryLock(folder, name)
    if (lock !== undefined) return lock
    onWait?.(holderOf(folder, name))
    await clock.sleep(LOOK_EVERY_MS, signal)
  }
}

/** Tells whether a process that lives holds the lock. */
export function isLocked(folder: string, name: string): boolean {
  const lock = tryLock(folder, name)
  lock?.release()
  return lock === undefined
}

function holderOf(folder: string, name: string): LockHolder {
  try {
    return { pid: Number(readFileSync(join(folder, `${name}.holder`), 'utf8')) || undefined }
  } catch {
    return { pid: undefined }
  }
}

function isBusy(error: unknown): boolean {
  const { errcode } = error as { errcode?: number }
  // SQLITE_BUSY and SQLITE_LOCKED, whatever their extension says.
  return errcode !== undefined && [5, 6].includes(errcode & 0xff)
}

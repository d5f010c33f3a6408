import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../ports/runtime.ts'
import { diskFull } from './partial-file.ts'

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
    // Without a journal it writes nothing, so that it can be taken on a full disk to make room there.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (isBusy(error)) return undefined
    throw codeOf(error) === FULL ? diskFull(error) : error
  }
  const note = join(folder, `${name}.holder`)
  try {
    writeFileSync(note, String(process.pid))
  } catch {
    // It is for people alone, and what makes room on a full disk takes a lock, too.
  }
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

/** Tells whether a process that lives holds the lock. Any number may ask at once, and none is taken for its holder. */
export function isLocked(folder: string, name: string): boolean {
  const path = join(folder, `${name}.lock`)
  if (!existsSync(path)) return false
  const lock = new DatabaseSync(path, { timeout: 0 })
  try {
    lock.exec('BEGIN; SELECT count(*) FROM sqlite_schema')
    return false
  } catch (error) {
    if (isBusy(error)) return true
    throw error
  } finally {
    lock.close()
  }
}

function holderOf(folder: string, name: string): LockHolder {
  try {
    return { pid: Number(readFileSync(join(folder, `${name}.holder`), 'utf8')) || undefined }
  } catch {
    return { pid: undefined }
  }
}

// SQLITE_BUSY, SQLITE_LOCKED and SQLITE_FULL.
const BUSY = [5, 6]
const FULL = 13

function isBusy(error: unknown): boolean {
  return BUSY.includes(codeOf(error) ?? 0)
}

/** What SQLite says, whatever its extension. */
function codeOf(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: number }
  return errcode === undefined ? undefined : errcode & 0xff
}

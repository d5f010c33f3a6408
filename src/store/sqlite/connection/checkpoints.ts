import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { number } from '../../rows.ts'
import type { WriteQueue } from './write-queue.ts'

/** What the thread is asked for: to copy what the log has into the file, or to copy the rest and let the log begin anew. */
export type CheckpointOrder = 'copy' | 'begin anew'

export type LogCheckpoints = {
  /** Looks whether the log has become long enough. */
  consider(): void
  close(): Promise<void>
}

// The compiled program has the same files under another ending.
const PROGRAM = import.meta.url.endsWith('.ts')
  ? new URL('./checkpoint-program.ts', import.meta.url)
  : new URL('./checkpoint-program.js', import.meta.url)

// Pages of 4 KiB that the log grows by between two attempts. Fewer, and pages that every commit touches are copied more
// often; more, and opening the file after a crash takes that much longer.
const PAGES_BETWEEN = 2_000
// Commits that come faster than they are copied wait when the log has grown by this much meanwhile: 32 MB.
const PAGES_MEANWHILE = 8_000

// It hardly needs any memory of its own.
const SMALL = { execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: 2 } }

/**
 * Keeps the log short. Copying waits for the disk several times, so it is done in a thread, which begins when the log has
 * first become long. Commits go on while most of it is copied, and gather for the short rest: a log that is written to at
 * every moment would never come to an end.
 */
export function checkpoints({
  db,
  path,
  queue,
}: {
  db: DatabaseSync
  path: string
  queue: WriteQueue
}): LogCheckpoints {
  const look = db.prepare('PRAGMA wal_checkpoint(NOOP)')
  const pages = (): number => number(look.get() ?? {}, 'log')
  let worker: Worker | undefined
  let order: CheckpointOrder | undefined
  let nextAt = PAGES_BETWEEN

  const send = (next: CheckpointOrder): void => {
    order = next
    worker?.ref()
    worker?.postMessage(next, [])
  }

  /** What could not be copied is tried again when the log has grown further. */
  const rest = (): void => {
    order = undefined
    nextAt = pages() + PAGES_BETWEEN
    // An open store alone keeps no process alive.
    worker?.unref()
    queue.release()
  }

  const open = (): Worker => {
    const fresh = new Worker(PROGRAM, { name: 'checkpoints', workerData: { path }, env: compiledBefore(), ...SMALL })
    fresh.on('message', () => {
      if (order !== 'copy') return rest()
      queue.hold()
      send('begin anew')
    })
    // Nothing is lost but the time: the log is as good a place as the file.
    fresh.on('error', () => undefined)
    fresh.on('exit', () => {
      worker = undefined
      if (order !== undefined) rest()
    })
    return fresh
  }

  return {
    consider() {
      const length = pages()
      if (order !== undefined && length > nextAt + PAGES_MEANWHILE) queue.hold()
      if (order !== undefined || length < nextAt) return
      worker ??= open()
      send('copy')
    },
    close: async () => {
      const last = worker
      if (last === undefined) return
      // However it ends: one that failed has nothing that would be missed.
      const ended = new Promise((resolve) => last.once('exit', resolve))
      last.ref()
      last.postMessage(null, [])
      await ended
    },
  }
}

/** A thread does not know what its process kept of the last start: without it, it takes ten times as long to begin, and 30 MB more. */
function compiledBefore(): Record<string, string> {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

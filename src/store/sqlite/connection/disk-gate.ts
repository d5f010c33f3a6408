import type { DataVersion } from './data-version.ts'
import type { SyncLog } from './log-file.ts'

type Tell = () => void

export type DiskGateOptions = {
  version: DataVersion
  /** Commits of this connection are not on disk by themselves. */
  syncsApart: boolean
  /** Missing where there is no disk. */
  syncLog: SyncLog | undefined
}

/** What is committed becomes known once it is on disk. */
export type DiskGate = {
  readonly isSyncing: boolean
  /** Tells these once all that is committed by now is on disk. Nothing may be committed while a sync is under way. */
  commit(tell: readonly Tell[]): void
  /** Resolves once all that can be read now is on disk; undefined where it is already. */
  passed(): Promise<void> | undefined
  /** Begins the sync that readers wait for, unless one is under way or a commit is about to bring one. */
  syncReaders(): void
  /** Who commits through this gate: it is told when a sync has ended, and asked whether it is about to commit. */
  serve(writers: Writers): void
}

type Writers = { onSynced: () => void; isAboutToCommit: () => boolean }

/** One sync at a time. It covers all that was committed before it began, by whatever process. */
export function diskGate({ version, syncsApart, syncLog }: DiskGateOptions): DiskGate {
  // Of a process that was killed there may be commits in the file and not on disk.
  let syncedVersion: number | undefined
  let comingVersion: number | undefined
  let isSyncing = false
  let current: Tell[] = []
  let next: Tell[] = []
  let writers: Writers = { onSynced: () => undefined, isAboutToCommit: () => false }

  const ended = (error: Error | null): void => {
    // Nobody can tell what is on disk, and another sync would call lost bytes safe. The process ends before anyone is
    // told; the next one finds by its checksums how far the log is whole.
    if (error !== null) throw new Error('the log of the database could not be synced to the disk', { cause: error })
    isSyncing = false
    syncedVersion = comingVersion
    const told = current
    current = []
    for (const tell of told) tell()
    // Writers first: their commit takes the readers along. The other way round, readers of what other processes commit
    // would begin one sync after the other, and no commit comes in between.
    writers.onSynced()
    syncReaders()
  }

  const syncReaders = (): void => {
    if (next.length > 0 && !isSyncing && !writers.isAboutToCommit()) start()
  }

  const start = (): void => {
    if (syncLog === undefined) return
    isSyncing = true
    comingVersion = seenVersion()
    current = next
    next = []
    syncLog(ended)
  }

  /** Unknown while the file is being repaired after a crash: then nobody takes this sync for one of what was read. */
  const seenVersion = (): number | undefined => {
    try {
      return version.now()
    } catch {
      return undefined
    }
  }

  return {
    get isSyncing() {
      return isSyncing
    },
    commit(tell) {
      if (!syncsApart) {
        for (const each of tell) each()
        return syncReaders()
      }
      next = next.concat(tell)
      start()
    },
    passed() {
      if (syncLog === undefined) return undefined
      // What another connection has committed may not be on disk yet.
      const seen = version.now()
      if (isSyncing && seen === comingVersion) return new Promise((resolve) => current.push(resolve))
      if (!isSyncing && seen === syncedVersion) return undefined
      return new Promise((resolve) => {
        next.push(resolve)
        syncReaders()
      })
    },
    syncReaders,
    serve: (given) => void (writers = given),
  }
}

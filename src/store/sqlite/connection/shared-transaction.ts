import type { DatabaseSync } from 'node:sqlite'
import { toStorageError } from '../errors.ts'

/** Work of one caller. It may be run twice, so it does nothing but ask the database. */
export type WriteJob = { work: () => unknown; resolve: (value: never) => void; reject: (reason: unknown) => void }

export type SharedTransaction = {
  /** Throws while another process holds the file. */
  begin(): void
  /**
   * Runs the jobs in the transaction that was begun and ends it. Gives back how to tell each of them what came of it, for as
   * soon as the disk has it. Where the whole came to nothing they have been told so, and nothing is given back.
   */
  run(jobs: readonly WriteJob[]): (() => void)[]
}

/** One transaction, and one sync, for the jobs of many. */
export function sharedTransaction(db: DatabaseSync): SharedTransaction {
  // Parsed once: a short transaction spends a good part of its time on the words around it.
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  const rollback = db.prepare('ROLLBACK')
  const save = db.prepare('SAVEPOINT job')
  const undo = db.prepare('ROLLBACK TO job')
  const keep = db.prepare('RELEASE job')

  /** Runs one job so that its failure undoes its own statements and not its neighbours'. */
  const runApart = (job: WriteJob): (() => void) => {
    save.run()
    try {
      const value = job.work()
      keep.run()
      return () => job.resolve(value as never)
    } catch (error) {
      // A full disk may have ended the whole transaction, and its savepoints with it: every job of the turn fails for
      // that reason, not for the missing savepoint.
      if (!db.isTransaction) throw error
      undo.run()
      keep.run()
      return () => job.reject(toStorageError(error))
    }
  }

  /** Undefined when one of them failed: nothing of any is left. */
  const runTogether = (jobs: readonly WriteJob[]): (() => void)[] | undefined => {
    try {
      return jobs.map((job) => {
        const value = job.work()
        return () => job.resolve(value as never)
      })
    } catch (error) {
      if (!db.isTransaction) throw error
      rollback.run()
      begin.run()
      return undefined
    }
  }

  return {
    begin: () => void begin.run(),
    run(jobs) {
      try {
        // Savepoints cost more than many a job. Hardly ever does one fail, and then all of them are run anew, with them.
        const settle = runTogether(jobs) ?? jobs.map(runApart)
        commit.run()
        return settle
      } catch (error) {
        if (db.isTransaction) rollback.run()
        for (const job of jobs) job.reject(toStorageError(error))
        return []
      }
    },
  }
}

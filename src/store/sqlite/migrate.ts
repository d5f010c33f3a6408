import { join } from 'node:path'
import { readSteps, refuseNewer } from '../migration-steps.ts'
import type { SqliteDatabase } from './database.ts'

const FOLDER = join(import.meta.dirname, '../../../migrations/sqlite')

export type SqliteMigrateOptions = {
  /** Goes no further than to this step. */
  upTo?: number
  /** Told before each statement, and once more before the step is on record. */
  onStatement?: (version: number, statement: number) => void
}

/**
 * Brings the schema up to date. Forward only, one step after the other: a crash costs the step that it met. Two processes
 * that start together apply each step once.
 */
export function migrate(db: Pick<SqliteDatabase, 'prepare' | 'exec'>, options: SqliteMigrateOptions = {}): void {
  const steps = readSteps(FOLDER)
  // Released steps were counted before they were numbered, and until then number and count were the same.
  const version = (): number => Number(db.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0)
  refuseNewer(version(), steps)
  for (const step of readSteps(FOLDER, options.upTo)) {
    if (version() >= step.version) continue
    db.exec('BEGIN IMMEDIATE')
    try {
      // Another process may have been first.
      const isDone = version() >= step.version
      if (!isDone) {
        for (const [index, statement] of step.statements.entries()) {
          options.onStatement?.(step.version, index)
          db.exec(statement)
        }
        options.onStatement?.(step.version, step.statements.length)
        db.exec(`PRAGMA user_version = ${step.version}`)
      }
      db.exec('COMMIT')
    } catch (error) {
      db.exec('ROLLBACK')
      throw error
    }
  }
}

/** The newest schema that this program knows. */
export function newestSchema(): number {
  return readSteps(FOLDER).at(-1)?.version ?? 0
}

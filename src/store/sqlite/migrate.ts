import { join } from 'node:path'
import { readBase, readSteps, refuseNewer, type Step } from '../migration-steps.ts'
import type { SqliteDatabase } from './database.ts'

const FOLDER = join(import.meta.dirname, '../../../migrations/sqlite')

export type SqliteMigrateOptions = {
  /** Goes no further than to this step, and begins with the first. */
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
  const apply = (step: Step, isDone: () => boolean): void => {
    if (isDone()) return
    db.exec('BEGIN IMMEDIATE')
    try {
      // Another process may have been first.
      if (!isDone()) {
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
  const base = options.upTo === undefined ? readBase(FOLDER) : undefined
  if (base !== undefined) apply(base, () => version() > 0)
  for (const step of readSteps(FOLDER, options.upTo)) apply(step, () => version() >= step.version)
}

/** The newest schema that this program knows. */
export function newestSchema(): number {
  return readSteps(FOLDER).at(-1)?.version ?? 0
}

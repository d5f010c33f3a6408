import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readBase, readSteps, refuseNewer, type SchemaState, type Step } from '../migration-steps.ts'
import { openToLook } from './connection/connection.ts'
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
  const version = (): number => versionOf(db)
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

/** Released steps were counted before they were numbered, and until then number and count were the same. */
function versionOf(db: Pick<SqliteDatabase, 'prepare'>): number {
  return Number(db.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0)
}

/** How far the schema of a file is, which it leaves as it is. A file that is missing is not created. */
export function schemaState(path: string): SchemaState {
  const steps = readSteps(FOLDER)
  if (!existsSync(path)) return { applied: 0, pending: steps.length }
  const db = openToLook(path)
  try {
    const found = versionOf(db)
    refuseNewer(found, steps)
    const pending = steps.filter(({ version }) => version > found).length
    return { applied: steps.length - pending, pending }
  } finally {
    db.close()
  }
}

/** The newest schema that this program knows. */
export function newestSchema(): number {
  return readSteps(FOLDER).at(-1)?.version ?? 0
}

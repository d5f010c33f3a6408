import { parseArgs } from 'node:util'
import { ConfigError, type Config } from '../config.ts'
import { UsageError } from './usage-error.ts'

/** The folder that a command was given under this name, and nothing else. */
export function readFolder(command: string, option: string, argv: readonly string[]): string {
  try {
    const { values } = parseArgs({ args: [...argv], options: { [option]: { type: 'string' } } })
    const folder = values[option]
    if (typeof folder === 'string' && folder !== '') return folder
  } catch {
    // Told below, whatever it was.
  }
  throw new UsageError(`'${command}' takes --${option} FOLDER alone; settings come from the environment.`)
}

/** A server has tools of its own, which know its log and its replicas. */
export function refuseServer({ databaseUrl }: Config): void {
  if (databaseUrl === undefined) return
  throw new ConfigError([
    'DATABASE_URL is set: PostgreSQL is backed up with its own tools, and a bucket by its versions; see docs/backup.md',
  ])
}

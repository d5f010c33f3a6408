import { resolve } from 'node:path'
import { makeBackup } from '../../compose/backup/backup.ts'
import { restoreBackup } from '../../compose/backup/restore.ts'
import { ConfigError, processEnvironment, readConfig, type Config } from '../../config.ts'
import type { Given } from '../command.ts'
import { UsageError } from '../exit-codes.ts'

/** Copies the records and files of this machine into a folder, even while the service runs. */
export async function backupCommand(given: Given): Promise<number> {
  const folder = folderOf(given, 'to')
  const verify = given.flag('verify') === true
  const made = await makeBackup(ownConfig(), folder, { verify })
  const { tasks, files, copied, repaired, missing } = made
  const words = `Backed up ${tasks} tasks and ${files} files to ${folder}; ${copied} files were new.\n`
  const verified = `Checked every file in the backup; ${repaired} were damaged and copied again.\n`
  print(given, { folder, tasks, files, copied, repaired, missing }, words + (verify ? verified : ''))
  if (missing === 0) return 0
  process.stderr.write(`${missing} files in the data folder are missing or damaged; manifest.json names them.\n`)
  return 1
}

/** Restores a backup into an empty data folder. */
export async function restoreCommand(given: Given): Promise<number> {
  const config = ownConfig()
  const { counts, made, missing, lost } = await restoreBackup(config, folderOf(given, 'from'))
  const { tasks, files } = counts
  const words = `Restored ${tasks} tasks and ${files} files from the backup of ${made} to ${config.dataDir}.\n`
  print(given, { folder: config.dataDir, made, tasks, files, missing, lost }, words)
  if (missing.length > 0) process.stderr.write(`${missing.length} files were missing when the backup was made.\n`)
  if (lost.length === 0) return 0
  process.stderr.write(`${lost.length} files in the backup are missing or damaged; everything else was restored:\n`)
  for (const id of lost) process.stderr.write(`  ${id}\n`)
  return 1
}

/** An empty name, from an unset variable, would mean the current folder. */
function folderOf(given: Given, option: 'to' | 'from'): string {
  const folder = given.text(option) ?? ''
  if (folder === '') throw new UsageError(`--${option} requires a folder.`)
  return resolve(folder)
}

/** A database server has its own tools, which know its log and its replicas. */
function ownConfig(): Config {
  const config = readConfig(processEnvironment())
  if (config.databaseUrl === undefined) return config
  throw new ConfigError([
    'DATABASE_URL is set: back up PostgreSQL with its own tools, and turn on versioning for the bucket; see docs/backup.md',
  ])
}

function print(given: Given, value: object, words: string): void {
  process.stdout.write(given.flag('json') === true ? `${JSON.stringify(value, null, 2)}\n` : words)
}

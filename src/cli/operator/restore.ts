import { resolve } from 'node:path'
import { restoreBackup } from '../../compose/restore.ts'
import { processEnvironment, readConfig } from '../../config.ts'
import { readFolder, refuseServer } from '../backup-arguments.ts'

/** Puts a backup into an empty data folder. */
export async function restoreCommand(argv: readonly string[]): Promise<number> {
  const folder = resolve(readFolder('restore', 'from', argv))
  const config = readConfig(processEnvironment())
  refuseServer(config)
  const { counts, made, missing, lost } = await restoreBackup(config, folder)
  process.stdout.write(`${counts['tasks']} tasks and ${counts['files']} files of ${made} are in ${config.dataDir}.\n`)
  if (missing.length > 0) process.stderr.write(`${missing.length} files were missing when the backup was made.\n`)
  if (lost.length === 0) return 0
  process.stderr.write(`${lost.length} files of the backup are missing or damaged, and all else is restored:\n`)
  for (const id of lost) process.stderr.write(`  ${id}\n`)
  return 1
}

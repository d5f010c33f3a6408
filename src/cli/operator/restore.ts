import { resolve } from 'node:path'
import { restoreBackup } from '../../compose/restore.ts'
import { processEnvironment, readConfig } from '../../config.ts'
import { readFolder, refuseServer } from '../backup-arguments.ts'

/** Puts a backup into an empty data folder. */
export async function restoreCommand(argv: readonly string[]): Promise<number> {
  const folder = resolve(readFolder('restore', 'from', argv))
  const config = readConfig(processEnvironment())
  refuseServer(config)
  const { counts, made, missing } = await restoreBackup(config, folder)
  process.stdout.write(`${counts['tasks']} tasks and ${counts['files']} files of ${made} are in ${config.dataDir}.\n`)
  if (missing.length > 0) process.stderr.write(`${missing.length} files were missing when the backup was made.\n`)
  return 0
}

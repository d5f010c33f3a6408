import { resolve } from 'node:path'
import { makeBackup } from '../../compose/backup.ts'
import { processEnvironment, readConfig } from '../../config.ts'
import { readFolder, refuseServer } from '../backup-arguments.ts'

/** Copies the records and files of this machine into a folder, also while the service runs. */
export async function backupCommand(argv: readonly string[]): Promise<number> {
  const folder = resolve(readFolder('backup', 'to', argv))
  const config = readConfig(processEnvironment())
  refuseServer(config)
  const { tasks, files, copied, missing } = await makeBackup(config, folder)
  process.stdout.write(`${tasks} tasks and ${files} files are in ${folder}; ${copied} files were new.\n`)
  if (missing === 0) return 0
  process.stderr.write(`${missing} files are missing or damaged in the data folder; manifest.json names them.\n`)
  return 1
}

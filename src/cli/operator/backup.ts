import { resolve } from 'node:path'
import { makeBackup } from '../../compose/backup.ts'
import { processEnvironment, readConfig } from '../../config.ts'
import { readFolder, refuseServer } from '../backup-arguments.ts'

/** Copies the records and files of this machine into a folder, also while the service runs. */
export async function backupCommand(argv: readonly string[]): Promise<number> {
  const verify = argv.includes('--verify')
  const folder = resolve(
    readFolder(
      'backup',
      'to',
      argv.filter((word) => word !== '--verify'),
    ),
  )
  const config = readConfig(processEnvironment())
  refuseServer(config)
  const { tasks, files, copied, repaired, missing } = await makeBackup(config, folder, { verify })
  process.stdout.write(`${tasks} tasks and ${files} files are in ${folder}; ${copied} files were new.\n`)
  if (verify) process.stdout.write(`Every file was read; ${repaired} were damaged in the backup and copied anew.\n`)
  if (missing === 0) return 0
  process.stderr.write(`${missing} files are missing or damaged in the data folder; manifest.json names them.\n`)
  return 1
}

import { copyFile as copyWhole, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { AppError } from '../core/errors.ts'
import { systemDisk } from '../files/disk.ts'
import { durableMove } from '../files/durable-move.ts'
import { localFiles } from '../files/local.ts'
import type { Files } from '../ports/files.ts'
import { systemRandom } from '../runtime/system.ts'
import { RESTORING } from '../store/open-store.ts'
import { openDatabaseFile, type DatabaseFile } from '../store/sqlite/copy.ts'
import { newestSchema } from '../store/sqlite/migrate.ts'
import { copyFile, isThere } from './backup.ts'
import { openFiles } from './files.ts'
import { readManifest, sha256Of, sha256OfStream, type Manifest } from './manifest.ts'

/**
 * Puts a backup into an empty data folder. Everything is checked before anything is written; the database comes last, and
 * until it is there no service starts on the folder. One that was cut off is carried on by the same command.
 */
export async function restoreBackup(config: Config, folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  if (manifest === undefined) throw refusal(`There is no whole backup in ${folder}: it has no manifest.json.`)
  if (manifest.schema > newestSchema())
    throw refusal(`The backup was made by mediagen ${manifest.mediagen}, which is newer than this version.`)
  await refuseUnlessEmpty(config.dataDir, manifest)
  const database = join(folder, manifest.database.name)
  const found = await sha256Of(database).catch(() => undefined)
  if (found !== manifest.database.sha256)
    throw refusal(`The database of the backup in ${folder} is missing or damaged.`)

  const kept = await localFiles(folder, systemRandom)
  const copy = openDatabaseFile(database, true)
  try {
    await checkFiles(copy, kept, manifest)
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
    await writeFile(join(config.dataDir, RESTORING), manifest.database.sha256)
    const files = await openFiles(config, systemRandom)
    for (const file of copy.files()) if (!(await isThere(files, file.id))) await copyFile(kept, files, file)
  } finally {
    copy.close()
  }
  const fresh = join(config.dataDir, 'mediagen.db.new')
  await copyWhole(database, fresh)
  await durableMove(systemDisk, config.dataDir)(fresh, join(config.dataDir, 'mediagen.db'))
  await rm(join(config.dataDir, RESTORING))
  return manifest
}

async function checkFiles(copy: DatabaseFile, kept: Files, manifest: Manifest): Promise<void> {
  const known = new Set(manifest.missing)
  const bad: string[] = []
  for (const { id, sha256 } of copy.files()) {
    if (known.has(id)) continue
    const bytes = await kept.open(id)
    if (bytes === undefined || (await sha256OfStream(bytes)) !== sha256) bad.push(id)
  }
  if (bad.length === 0) return
  const some = bad.slice(0, 3).join(', ')
  throw refusal(
    `Of the files in the backup, ${bad.length} are missing or damaged, such as ${some}. Nothing was written.`,
  )
}

/** What is in use is never empty: a service makes its database before anything else. */
async function refuseUnlessEmpty(dataDir: string, { database }: Manifest): Promise<void> {
  const names: string[] = await readdir(dataDir).catch(() => [])
  if (names.length === 0) return
  if (names.includes(RESTORING)) {
    const begun = await readFile(join(dataDir, RESTORING), 'utf8')
    if (begun === database.sha256 || begun === '') return
    throw refusal(`Another backup was being restored into ${dataDir}. Empty the folder to begin anew.`)
  }
  throw refusal(`${dataDir} is not empty: move away what is in it, or name another folder in MEDIAGEN_DATA_DIR.`)
}

function refusal(message: string): AppError {
  return new AppError('internal_error', message)
}

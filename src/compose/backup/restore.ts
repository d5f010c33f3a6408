import { copyFile as copyWhole, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { AppError } from '../../core/errors.ts'
import { systemDisk } from '../../files/disk.ts'
import { durableMove } from '../../files/durable-move.ts'
import { localFiles } from '../../files/local.ts'
import { systemRandom } from '../../runtime/system.ts'
import { RESTORING } from '../../store/open-store.ts'
import { openDatabaseFile } from '../../store/sqlite/copy.ts'
import { newestSchema } from '../../store/sqlite/migrate.ts'
import { copyFile, isThere } from './backup.ts'
import { openFiles } from '../files.ts'
import { readManifest, sha256Of, type Manifest } from './manifest.ts'

/** A restored backup; `lost` are files whose bytes were missing or damaged in it. */
export type Restored = Manifest & { lost: string[] }

/**
 * Restores a backup into an empty data folder. The database is checked before anything is written and comes last; until
 * it is there, no service starts on the folder. Each file is checked as it is copied, and a damaged one does not affect
 * the others. The same command continues an interrupted restore.
 */
export async function restoreBackup(config: Config, folder: string): Promise<Restored> {
  const manifest = await readManifest(folder)
  if (manifest === undefined) throw refusal(`There is no complete backup in ${folder}: manifest.json is missing.`)
  if (manifest.schema > newestSchema())
    throw refusal(
      `The backup was made by mediagen ${manifest.mediagen}, which is newer than this version. Upgrade mediagen, then restore it.`,
    )
  await refuseUnlessEmpty(config.dataDir, manifest)
  const database = join(folder, manifest.database.name)
  const found = await sha256Of(database).catch(() => undefined)
  if (found !== manifest.database.sha256)
    throw refusal(`The database of the backup in ${folder} is missing or damaged.`)

  const kept = await localFiles(folder, systemRandom)
  const copy = openDatabaseFile(database, true)
  const lost: string[] = []
  try {
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
    await writeFile(join(config.dataDir, RESTORING), manifest.database.sha256)
    const files = await openFiles(config, systemRandom)
    const known = new Set(manifest.missing)
    for (const file of copy.files()) {
      if (known.has(file.id) || (await isThere(files, file.id))) continue
      if (!(await copyFile(kept, files, file))) lost.push(file.id)
    }
  } finally {
    copy.close()
  }
  const fresh = join(config.dataDir, 'mediagen.db.new')
  await copyWhole(database, fresh)
  const restored = openDatabaseFile(fresh, true)
  // People who signed out, or were locked out, after the backup must not be signed in again.
  restored.endSessions()
  restored.close()
  await durableMove(systemDisk, config.dataDir)(fresh, join(config.dataDir, 'mediagen.db'))
  await rm(join(config.dataDir, RESTORING))
  return { ...manifest, lost }
}

/** A folder in use is never empty: a service creates its database before anything else. */
async function refuseUnlessEmpty(dataDir: string, { database }: Manifest): Promise<void> {
  const names: string[] = await readdir(dataDir).catch(() => [])
  if (names.length === 0) return
  if (names.includes(RESTORING)) {
    const begun = await readFile(join(dataDir, RESTORING), 'utf8')
    if (begun === database.sha256 || begun === '') return
    throw refusal(`Another backup was being restored into ${dataDir}. Empty the folder to start again.`)
  }
  throw refusal(`${dataDir} is not empty: move its contents elsewhere, or set MEDIAGEN_DATA_DIR to another folder.`)
}

function refusal(message: string): AppError {
  return new AppError('internal_error', message)
}

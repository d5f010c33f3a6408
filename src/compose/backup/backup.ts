import { access, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { AppError } from '../../core/errors.ts'
import type { FileRecord } from '../../core/files/file-record.ts'
import { isMissing, systemDisk } from '../../files/disk.ts'
import { durableMove } from '../../files/durable-move.ts'
import { localFiles } from '../../files/local.ts'
import type { Files } from '../../ports/files.ts'
import { systemClock, systemRandom } from '../../runtime/system.ts'
import { copyDatabase, openDatabaseFile, type DatabaseFile } from '../../store/sqlite/copy.ts'
import { isBusy } from '../../store/sqlite/errors.ts'
import { ownerLocks } from '../../store/sqlite/owner-locks.ts'
import { VERSION } from '../../version.ts'
import { openFiles } from '../files.ts'
import { type Manifest, sha256Of, sha256OfStream, writeManifest } from './manifest.ts'

export type BackupReport = Manifest['counts'] & { copied: number; repaired: number; missing: number }

export type BackupOptions = {
  /** Reads every file that is already in the backup, and copies changed ones again. */
  verify?: boolean
}

const FRESH = 'database.new'
const UNFINISHED = 'database.part'
const DATABASE = /^database-.*\.db$/
const LOCK = 'backup'

/**
 * Makes a backup of a running or stopped service in a folder, or updates the existing one. First the records, as of one
 * moment, then the bytes that they name; the manifest comes last, so that an interrupted backup leaves the previous one
 * intact, or none.
 */
export async function makeBackup(config: Config, folder: string, options: BackupOptions = {}): Promise<BackupReport> {
  await access(join(config.dataDir, 'mediagen.db')).catch(() => {
    throw new AppError('internal_error', `There is no database in ${config.dataDir}, so there is nothing to back up.`)
  })
  await refuseForeign(config, folder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const locks = ownerLocks(folder)
  try {
    locks.take(LOCK)
  } catch (error) {
    if (!isBusy(error)) throw error
    throw new AppError('internal_error', `Another backup into ${folder} is under way.`)
  }
  try {
    return await bringUpToDate(config, folder, options)
  } finally {
    locks.drop(LOCK)
  }
}

/** A backup empties its spool and removes files that are not in its database: in another folder, those of others. */
async function refuseForeign({ dataDir }: Config, folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown): string[] => {
    if (isMissing(error)) return []
    throw error
  })
  const isBackup = names.some((name) => name === FRESH || DATABASE.test(name))
  const isForeign = names.includes('mediagen.db') || (!isBackup && (names.includes('files') || names.includes('spool')))
  // A service removes what lies in its spool.
  if (!isForeign && folder !== join(dataDir, 'spool')) return
  const message = `A backup into ${folder} would delete files or lose its own. Choose an empty folder, or one with an earlier backup.`
  throw new AppError('internal_error', message)
}

async function bringUpToDate(config: Config, folder: string, { verify = false }: BackupOptions): Promise<BackupReport> {
  const live = join(config.dataDir, 'mediagen.db')
  const source = await openFiles(config, systemRandom)
  const fresh = join(folder, FRESH)
  const unfinished = join(folder, UNFINISHED)
  await rm(unfinished, { force: true })
  // First of all, and never removed: by a database, the next run knows that the folder is a backup.
  await copyDatabase(live, unfinished)
  await rename(unfinished, fresh)
  const target = await localFiles(folder, systemRandom)
  await target.sweepSpool(Number.POSITIVE_INFINITY)

  const copy = openDatabaseFile(fresh, true)
  const now = openDatabaseFile(live, false)
  let result: Copied & { counts: Manifest['counts']; schema: number }
  try {
    copy.check()
    const copied = await copyFiles({ copy, now, source, target, verify })
    result = { ...copied, counts: copy.counts(), schema: copy.schema }
  } finally {
    copy.close()
    now.close()
  }

  const { copied, repaired, missing, counts, schema } = result
  const sha256 = await sha256Of(fresh)
  const name = `database-${sha256.slice(0, 16)}.db`
  await durableMove(systemDisk, folder)(fresh, join(folder, name))
  const made = new Date(systemClock.now()).toISOString()
  await writeManifest(folder, { mediagen: VERSION, schema, made, database: { name, sha256 }, counts, missing })
  await removeFormer(folder, name, target)
  return { ...counts, copied, repaired, missing: missing.length }
}

type Copying = { copy: DatabaseFile; now: DatabaseFile; source: Files; target: Files; verify: boolean }
type Copied = { copied: number; repaired: number; missing: string[] }

async function copyFiles({ copy, now, source, target, verify }: Copying): Promise<Copied> {
  const missing: string[] = []
  const count = { copied: 0, repaired: 0 }
  for (const file of copy.files()) {
    const isKept = await isThere(target, file.id)
    if (isKept && (!verify || (await isWhole(target, file)))) continue
    if (await copyFile(source, target, file)) count[isKept ? 'repaired' : 'copied']++
    // Deleted since the records were copied: then it is deleted in the backup too.
    else if (!now.hasFile(file.id)) copy.forget(file.taskId)
    else missing.push(file.id)
  }
  return { ...count, missing }
}

async function isWhole(files: Files, { id, sha256 }: Pick<FileRecord, 'id' | 'sha256'>): Promise<boolean> {
  const bytes = await files.open(id)
  return bytes !== undefined && (await sha256OfStream(bytes).catch(() => undefined)) === sha256
}

/** Copies the bytes of a file; false if they are missing, cannot be read, or do not match the record. */
export async function copyFile(
  source: Files,
  target: Files,
  { id, sha256 }: Pick<FileRecord, 'id' | 'sha256'>,
): Promise<boolean> {
  const bytes = await source.open(id)
  if (bytes === undefined) return false
  const limit = { maxBytes: Number.POSITIVE_INFINITY, tooLarge: 'payload_too_large' } as const
  const spooled = await target.spool(bytes, limit).catch((error: unknown) => {
    // A write error is not the fault of this file.
    if (error instanceof AppError) throw error
    return undefined
  })
  if (spooled === undefined) return false
  if (spooled.sha256 === sha256) await target.keep(id, spooled)
  await spooled.discard()
  return spooled.sha256 === sha256
}

export async function isThere(files: Files, id: string): Promise<boolean> {
  const bytes = await files.open(id)
  bytes?.destroy()
  return bytes !== undefined
}

/** Files that only the previous backup needed. */
async function removeFormer(folder: string, name: string, target: Files): Promise<void> {
  for (const other of await readdir(folder)) if (DATABASE.test(other) && other !== name) await rm(join(folder, other))
  const copy = openDatabaseFile(join(folder, name), true)
  try {
    for await (const { id } of target.keptBefore(Number.POSITIVE_INFINITY))
      if (!copy.hasFile(id)) await target.remove(id)
  } finally {
    copy.close()
  }
}

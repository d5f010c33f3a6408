import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '../../core/errors.ts'
import { systemDisk } from '../../files/disk.ts'
import { durableMove } from '../../files/durable-move.ts'

const FORMAT = 1
const NAME = 'manifest.json'

/** The contents of a backup. It is written last: a folder without it, or with an older one, is not a newer backup. */
export type Manifest = {
  format: typeof FORMAT
  /** The version of the program that made it. */
  mediagen: string
  schema: number
  made: string
  database: { name: string; sha256: string }
  counts: Record<string, number>
  /** Ids of files whose bytes were missing or damaged when the backup was made. */
  missing: string[]
}

/** Replaces the previous manifest. */
export async function writeManifest(folder: string, manifest: Omit<Manifest, 'format'>): Promise<void> {
  const fresh = join(folder, `${NAME}.new`)
  await writeFile(fresh, `${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`)
  await durableMove(systemDisk, folder)(fresh, join(folder, NAME))
}

/** Reads the manifest of a backup; undefined if there is no complete backup. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  let text: string
  try {
    text = await readFile(join(folder, NAME), 'utf8')
  } catch {
    return undefined
  }
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format === FORMAT) return manifest
  throw new AppError('internal_error', `The backup in ${folder} has a format that this version does not support.`)
}

export function sha256Of(path: string): Promise<string> {
  return sha256OfStream(createReadStream(path))
}

export async function sha256OfStream(bytes: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of bytes) hash.update(chunk as Uint8Array)
  return hash.digest('hex')
}

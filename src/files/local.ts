import { createReadStream } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '../core/errors.ts'
import type { Files } from '../ports/files.ts'
import type { Random } from '../ports/runtime.ts'
import { isFileId } from './file-id.ts'
import { isMissing, spoolTo, sweepFolder } from './spool.ts'

/** Files in a folder of this machine: written under a temporary name, synced, then renamed. */
export async function localFiles(folder: string, random: Random): Promise<Files> {
  const kept = join(folder, 'files')
  const spool = join(folder, 'spool')
  await mkdir(kept, { recursive: true })
  await mkdir(spool, { recursive: true, mode: 0o700 })
  // Two levels of 62 folders each keep every folder small, also with millions of files.
  const pathOf = (id: string): string => {
    if (!isFileId(id)) throw new Error(`not a file id: ${id}`)
    return join(kept, id.slice(0, 2), id.slice(2, 4), id)
  }
  return {
    spool: (source, limit) => spoolTo(spool, random, source, limit),
    keep: (id, spooled) => translated(() => moveDurably(spooled.path, pathOf(id))),
    async open(id, range) {
      try {
        await access(pathOf(id))
        return createReadStream(pathOf(id), range)
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    remove: (id) => rm(pathOf(id), { force: true }),
    keptBefore: (time) => keptBefore(kept, time),
    sweepSpool: (time) => sweepFolder(spool, time),
  }
}

async function moveDurably(from: string, to: string): Promise<void> {
  const folder = dirname(to)
  const firstMade = await mkdir(folder, { recursive: true })
  await sync(from)
  await rename(from, to)
  // Without this the new name may be gone after a power cut, though the bytes are there; so may a new folder's own.
  await sync(folder)
  if (firstMade === undefined) return
  for (let made = folder; made.length >= firstMade.length; made = dirname(made)) await sync(dirname(made))
}

async function sync(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}

async function* keptBefore(folder: string, time: number): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* keptBefore(path, time)
    else if ((await stat(path)).mtimeMs < time) yield entry.name
  }
}

async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new AppError('storage_unavailable', 'The file storage does not take writes now. Try again soon.', { cause })
  }
}

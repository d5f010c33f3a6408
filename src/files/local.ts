import { mkdir, open, readdir, stat, statfs, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../core/errors.ts'
import { unreadFile } from '../core/files/unread-file.ts'
import type { Files, KeptBytes } from '../ports/files.ts'
import type { Random } from '../ports/runtime.ts'
import { isMissing, systemDisk, whileHeld, type Disk } from './disk.ts'
import { durableMove } from './durable-move.ts'
import { isFileId } from './file-id.ts'
import { flushAhead } from './flush-ahead.ts'
import { spoolTo, sweepFolder } from './spool.ts'

/** Files in a folder of this machine: written under a temporary name, synced, then renamed. */
export async function localFiles(folder: string, random: Random, disk: Disk = systemDisk): Promise<Files> {
  const kept = join(folder, 'files')
  const spool = join(folder, 'spool')
  await mkdir(kept, { recursive: true })
  await mkdir(spool, { recursive: true, mode: 0o700 })
  const move = durableMove(disk, kept)
  const flush = flushAhead(disk)
  return {
    spool: async (source, limit) => flush.begin(await spoolTo(spool, random, source, limit)),
    keep: (id, spooled) =>
      translated(async () => {
        const { now } = placesOf(kept, id)
        await flush.settled(spooled.path)
        await move(spooled.path, now)
      }),
    async open(id, range) {
      const handle = await firstThere(Object.values(placesOf(kept, id)))
      return handle?.createReadStream(range)
    },
    async remove(id) {
      for (const path of Object.values(placesOf(kept, id))) await whileHeld(disk, () => disk.remove(path))
    },
    keptBefore: (time) => keptBefore(kept, time),
    sweepSpool: (time) => sweepFolder(spool, time, disk),
    room: async () => {
      const { bavail, blocks, bsize } = await statfs(kept)
      return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
    },
  }
}

/** What such a folder has, without creating it. */
export function folderContents(folder: string): AsyncIterable<KeptBytes> {
  return keptBefore(join(folder, 'files'), Number.POSITIVE_INFINITY)
}

/**
 * Where the bytes of an id lie, and where the first version put them. 36 × 36 folders: with a million files each holds some
 * 800, and soon all are there, so that keeping a file makes none. Lower case, for a disk on which `aB` and `Ab` are one
 * folder must not hide files from another one to which its content is copied.
 */
function placesOf(kept: string, id: string): { now: string; before: string } {
  if (!isFileId(id)) throw new Error(`not a file id: ${id}`)
  return {
    now: join(kept, id.slice(0, 2).toLowerCase(), id),
    before: join(kept, id.slice(0, 2), id.slice(2, 4), id),
  }
}

/** Opened, not only seen: a reader that was told of bytes gets all of them, also when they are removed meanwhile. */
async function firstThere(paths: readonly string[]): Promise<FileHandle | undefined> {
  for (const path of paths) {
    try {
      return await open(path)
    } catch (error) {
      if (!isMissing(error)) throw unreadFile(error)
    }
  }
  return undefined
}

/** What operating systems and people leave in folders is none of ours; what vanishes meanwhile was removed by others. */
async function* keptBefore(folder: string, time: number, above = ''): AsyncGenerator<KeptBytes> {
  for (const entry of await unlessGone(readdir(folder, { withFileTypes: true }), [])) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (/^[0-9A-Za-z]{2}$/.test(entry.name) && above.length < 4) yield* keptBefore(path, time, above + entry.name)
    } else if (above !== '' && isFileId(entry.name) && entry.name.toLowerCase().startsWith(above.toLowerCase())) {
      const writtenAt = (await unlessGone(stat(path), undefined))?.mtimeMs
      if (writtenAt !== undefined && writtenAt < time) yield { id: entry.name, writtenAt }
    }
  }
}

async function unlessGone<T, U>(looking: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await looking
  } catch (error) {
    if (isMissing(error)) return otherwise
    throw error
  }
}

async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new AppError('storage_unavailable', 'The file storage is currently not accepting writes. Try again soon.', {
      cause,
    })
  }
}

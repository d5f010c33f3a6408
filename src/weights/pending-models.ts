import { readdir, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ModelDownload } from '../ports/local-models.ts'
import { bytesHere, copyPath, type WantedFile } from './download-file.ts'
import { writeJson } from './manifest.ts'
import type { ModelOrder } from './model-order.ts'
import { isLocked } from './weights-lock.ts'
import type { WeightsPlaces } from './weights-places.ts'

/** What is being added, or was when its process ended: any process can read how far it is. */
export type PendingModel = {
  id: string
  title: string
  startedAt: string
  files: readonly WantedFile[]
  /** Names of blobs and partial files that it has by now and that its digests do not tell: copies, and what came without a digest. */
  keeps?: readonly string[] | undefined
  /** Why the last attempt ended. */
  error?: string | undefined
}

export const lockOfModel = (id: string): string => `model-${id}`

const pathOf = ({ pending }: WeightsPlaces, id: string): string => join(pending, `${id}.json`)

export function pendingOf(places: WeightsPlaces, { id, title, files }: ModelOrder, startedAt: string): PendingModel {
  const keeps = files.flatMap((file) => ('wanted' in file || !file.isCopied ? [] : [copyPath(places, file.path)]))
  return {
    id,
    title,
    startedAt,
    files: files.flatMap((file) => ('wanted' in file ? [file.wanted] : [])),
    keeps: keeps.map((path) => basename(path)),
  }
}

export async function writePending(places: WeightsPlaces, pending: PendingModel): Promise<void> {
  await writeJson(pathOf(places, pending.id), pending)
}

export async function removePending(places: WeightsPlaces, id: string): Promise<void> {
  await rm(pathOf(places, id), { force: true })
}

export async function readPending(places: WeightsPlaces): Promise<PendingModel[]> {
  const names = (await readdir(places.pending).catch(() => [])).filter((name) => name.endsWith('.json'))
  const read = names.toSorted().map(async (name): Promise<PendingModel[]> => {
    try {
      const pending = JSON.parse(await readFile(join(places.pending, name), 'utf8')) as PendingModel
      return pending.id === basename(name, '.json') && Array.isArray(pending.files) ? [pending] : []
    } catch {
      return []
    }
  })
  return (await Promise.all(read)).flat()
}

/** How far everything is that is being added, by this process or another. */
export async function readDownloads(places: WeightsPlaces): Promise<ModelDownload[]> {
  return Promise.all(
    (await readPending(places)).map(async ({ id, title, startedAt, files, error }) => {
      const here = await Promise.all(files.map((file) => bytesHere(places, file)))
      const sizes = files.map(({ bytes }) => bytes)
      const isRunning = isLocked(places.locks, lockOfModel(id))
      return {
        id,
        title,
        state: isRunning ? ('running' as const) : error === undefined ? ('interrupted' as const) : ('failed' as const),
        bytes: here.reduce((sum, { bytes }) => sum + bytes, 0),
        totalBytes: sizes.includes(undefined) ? undefined : sizes.reduce<number>((sum, bytes) => sum + (bytes ?? 0), 0),
        startedAt,
        error: isRunning ? undefined : error,
      }
    }),
  )
}

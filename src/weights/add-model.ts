import { createHash } from 'node:crypto'
import { stat, statfs } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../core/errors.ts'
import type { LocalModel, ModelMachine, WeightsRole } from '../core/local-model.ts'
import type { Clock, Random } from '../ports/runtime.ts'
import {
  bytesHere,
  copyPath,
  downloadFile,
  partialPath,
  SPARE_BYTES,
  type FetchedFile,
  type FileProgress,
  type DownloadPause,
} from './download-file.ts'
import { readManifests } from './installed-models.ts'
import { manifestPath, writeJson, type InstalledFile, type WeightsManifest } from './manifest.ts'
import type { ModelOrder, OrderedFile } from './model-order.ts'
import { hashInto, openPartial } from './partial-file.ts'
import { isNcnn, ncnnToSafetensors } from './ncnn-upscaler.ts'
import { lockOfModel, pendingOf, removePending, writePending } from './pending-models.ts'
import type { WeightsMirrors } from './sources.ts'
import type { WeightsFetch } from './weights-fetch.ts'
import { takeLock, type LockHolder } from './weights-lock.ts'
import { blobName, blobPath, type WeightsPlaces } from './weights-places.ts'
import { basename } from 'node:path'

export type WeightsDeps = {
  places: WeightsPlaces
  fetch: WeightsFetch
  mirrors: WeightsMirrors
  clock: Clock
  random: Pick<Random, 'fraction'>
  freeBytes: (folder: string) => Promise<number>
  /** What runs the models. */
  machine: () => Promise<ModelMachine>
  drivers: readonly LocalModel['driver'][]
  /** Names of models that are there without weights. */
  builtIn: readonly string[]
}

/** What happens while a model is added. */
export type AddEvent =
  | { kind: 'waiting'; holder: LockHolder }
  | { kind: 'have'; file: OrderedFile }
  | ({ kind: 'pause'; file: OrderedFile } & DownloadPause)
  | ({ kind: 'progress'; file: OrderedFile } & FileProgress)
  | { kind: 'done'; file: OrderedFile; bytes: number }

export type Adding = {
  acceptedLicence?: boolean
  allowsUnpinned?: boolean
  signal?: AbortSignal | undefined
  onEvent?: (event: AddEvent) => void
  /** Called once others can see that it is being added. */
  onBegun?: () => void
}

/** What of a model is here, and what has to be fetched or copied. */
export type AddPlan = { totalBytes: number | undefined; missingBytes: number | undefined; freeBytes: number }

export async function planAdd(deps: WeightsDeps, { files }: ModelOrder): Promise<AddPlan> {
  const parts = await Promise.all(
    files.map(async (file) => {
      if (!('wanted' in file)) return { total: file.bytes, missing: file.isCopied ? file.bytes : 0 }
      const { bytes, isWhole } = await bytesHere(deps.places, file.wanted)
      const total = file.wanted.bytes
      return { total, missing: isWhole ? 0 : total === undefined ? undefined : Math.max(0, total - bytes) }
    }),
  )
  return {
    totalBytes: sum(parts.map(({ total }) => total)),
    missingBytes: sum(parts.map(({ missing }) => missing)),
    freeBytes: await deps.freeBytes(deps.places.root),
  }
}

/** Everything that is known to be wrong before a byte is fetched. */
export async function checkOrder(deps: WeightsDeps, order: ModelOrder, adding: Adding): Promise<void> {
  if (deps.builtIn.includes(order.id))
    throw new AppError('invalid_parameter', `'${order.id}' is a built-in model. Choose another name with --id.`)
  const installed = (await readManifests(deps.places.root)).find(({ id }) => id === order.id)
  if (installed !== undefined && installed.from !== order.from)
    throw new AppError(
      'invalid_parameter',
      `A model '${order.id}' already exists, from ${installed.from}. Choose another name with --id, or remove it.`,
    )
  if (order.asksLicence && adding.acceptedLicence !== true)
    throw new AppError(
      'invalid_parameter',
      `${order.title} has the licence '${order.licence}' (${order.licenceUrl}). Read it, then add the model with --accept-licence (over HTTP: acceptLicence).`,
    )
  if (!order.isPinned && adding.allowsUnpinned !== true)
    throw new AppError(
      'invalid_parameter',
      `${order.title} has no known digest, so any file from the hub would be accepted. To allow that, add it with --unpinned (over HTTP: allowUnpinned).`,
    )
  const { missingBytes, freeBytes } = await planAdd(deps, order)
  if (missingBytes !== undefined && missingBytes > 0 && missingBytes + SPARE_BYTES > freeBytes)
    throw new AppError(
      'storage_unavailable',
      `${order.title} needs ${gigabytes(missingBytes)} more on this disk, but only ${gigabytes(freeBytes)} are free. Free up space, or set MEDIAGEN_DATA_DIR to a larger disk.`,
    )
}

/**
 * Adds a model: fetches or copies what is not here, then writes it down. Any number of processes may try at once; one works,
 * the others wait and find it done. What was fetched stays when it fails.
 */
export async function addModel(deps: WeightsDeps, order: ModelOrder, adding: Adding = {}): Promise<WeightsManifest> {
  const { places, clock } = deps
  const { signal, onEvent = () => {} } = adding
  const onWait = (holder: LockHolder): void => onEvent({ kind: 'waiting', holder })
  const lock = await takeLock(places.locks, lockOfModel(order.id), { clock, signal, onWait })
  try {
    await checkOrder(deps, order, adding)
    let pending = pendingOf(places, order, isoTime(clock))
    await inStore(deps, () => writePending(places, pending))
    adding.onBegun?.()
    // No manifest names the file yet, and another command may sweep the store at any moment.
    const keep = async (sha256: string): Promise<void> => {
      pending = { ...pending, keeps: [...(pending.keeps ?? []), blobName(sha256)] }
      await inStore(deps, () => writePending(places, pending))
    }
    try {
      const files: Partial<Record<WeightsRole, InstalledFile>> = {}
      for (const file of order.files) files[file.role] = await install({ ...deps, keep }, file, adding)
      return await inStore(deps, async () => {
        const manifest = manifestOf(order, files, { adding, at: isoTime(clock) })
        await writeJson(manifestPath(places, order.id), manifest)
        await removePending(places, order.id)
        return manifest
      })
    } catch (error) {
      if (signal?.aborted !== true)
        await writePending(places, { ...pending, error: wordsOf(error) }).catch(() => undefined)
      throw error
    }
  } finally {
    lock.release()
  }
}

/** Nothing is swept away while this runs. */
export async function inStore<T>(
  { places, clock }: Pick<WeightsDeps, 'places' | 'clock'>,
  work: () => Promise<T>,
): Promise<T> {
  const lock = await takeLock(places.locks, 'store', { clock })
  try {
    return await work()
  } finally {
    lock.release()
  }
}

/** `keep` saves a file from being swept away until its model is written down. */
type Installing = WeightsDeps & { keep: (sha256: string) => Promise<void> }

async function install(deps: Installing, file: OrderedFile, adding: Adding): Promise<InstalledFile> {
  const { onEvent = () => {}, signal } = adding
  if (!('wanted' in file) && !file.isCopied) {
    const { mtimeMs } = await stat(file.path)
    return { name: file.name, bytes: file.bytes, path: file.path, modifiedMs: mtimeMs }
  }
  const onWait = (holder: LockHolder): void => onEvent({ kind: 'waiting', holder })
  // Another model may be fetching or copying the same file.
  const name = basename('wanted' in file ? partialPath(deps.places, file.wanted) : copyPath(deps.places, file.path))
  const lock = await takeLock(deps.places.locks, name, { clock: deps.clock, signal, onWait })
  try {
    if (!('wanted' in file)) return await copyIn(deps, file, adding)
    const { wanted } = file
    if ((await bytesHere(deps.places, wanted)).isWhole) onEvent({ kind: 'have', file })
    const fetched: FetchedFile = await downloadFile(deps, wanted, {
      signal,
      onProgress: (progress) => onEvent({ kind: 'progress', file, ...progress }),
      onPause: (pause) => onEvent({ kind: 'pause', file, ...pause }),
      onNamed: deps.keep,
    })
    onEvent({ kind: 'done', file, bytes: fetched.bytes })
    return { name: file.name, bytes: fetched.bytes, blob: blobName(fetched.sha256) }
  } finally {
    lock.release()
  }
}

/** Copies a file of the operator's into the store, under its digest. */
async function copyIn(
  deps: Installing,
  file: Extract<OrderedFile, { path: string }>,
  adding: Adding,
): Promise<InstalledFile> {
  const { onEvent = () => {}, signal } = adding
  const copy = await openPartial(copyPath(deps.places, file.path))
  try {
    await copy.startOver()
    for await (const chunk of bytesToCopy(file.path)) {
      signal?.throwIfAborted()
      await copy.append(chunk)
      onEvent({ kind: 'progress', file, doing: 'downloading', bytes: copy.bytes, total: file.bytes })
    }
    const sha256 = copy.sha256()
    const bytes = copy.bytes
    await deps.keep(sha256)
    await copy.keepAs(blobPath(deps.places, sha256))
    onEvent({ kind: 'done', file, bytes })
    return { name: file.name, bytes, blob: blobName(sha256) }
  } finally {
    await copy.close()
  }
}

async function* bytesToCopy(path: string): AsyncGenerator<Buffer> {
  if (isNcnn(path)) yield await ncnnToSafetensors(path)
  else yield* createReadStream(path, { highWaterMark: 4 * 2 ** 20 }) as AsyncIterable<Buffer>
}

type Written = { adding: Adding; at: string }

function manifestOf(order: ModelOrder, files: WeightsManifest['files'], { adding, at }: Written): WeightsManifest {
  const { id, kind, does, family, driver, sizes, defaults, memoryBytes, licence, title, from } = order
  return {
    id,
    kind,
    does,
    family,
    driver,
    sizes,
    defaults,
    ...(memoryBytes !== undefined && { memoryBytes }),
    licence,
    title,
    from,
    addedAt: at,
    ...(order.asksLicence && adding.acceptedLicence === true && { acceptedLicence: { licence, at } }),
    files,
  }
}

/** The digest of a file on this disk; undefined where it is not there. */
export async function digestOfFile(
  path: string,
  onHashed: (bytes: number) => void = () => {},
): Promise<string | undefined> {
  if ((await stat(path).catch(() => undefined)) === undefined) return undefined
  const hash = createHash('sha256')
  await hashInto(hash, path, onHashed)
  return hash.digest('hex')
}

/** Room on the disk of a folder, or of the nearest one above it that is there. */
export async function freeBytesAt(folder: string): Promise<number> {
  for (let at = folder; ; at = join(at, '..')) {
    const found = await statfs(at).catch(() => undefined)
    if (found !== undefined) return found.bavail * found.bsize
    if (at === join(at, '..')) return Infinity
  }
}

export function gigabytes(bytes: number): string {
  return bytes < 1e8 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}

function sum(sizes: readonly (number | undefined)[]): number | undefined {
  return sizes.includes(undefined) ? undefined : sizes.reduce<number>((all, bytes) => all + (bytes ?? 0), 0)
}

function isoTime(clock: Clock): string {
  return new Date(clock.now()).toISOString()
}

function wordsOf(error: unknown): string {
  return error instanceof AppError ? error.message : 'Something went wrong on this machine; its log has the details.'
}

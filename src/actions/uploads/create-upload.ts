import { AppError, Interrupted } from '../../core/errors.ts'
import { newUploadId, type Upload, type UploadedFile } from '../../core/files/upload.ts'
import type { ApiKey } from '../../core/keys/api-key.ts'
import type { Files } from '../../ports/files.ts'
import type { Clock, Random } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import { conflict } from '../tasks/store-tasks.ts'
import { newFileId, type ReadReference } from '../tasks/read-references.ts'

export type UploadLimits = {
  /** How long an upload can be used. */
  uploadMs: number
  /** The total size of all uploads of one key. */
  maxUploadBytes: number
}

export type UploadDeps = {
  store: Pick<Store, 'uploads'>
  files: Files
  clock: Clock
  random: Random
  limits: UploadLimits
}

type NewUpload = { caller: ApiKey; read: ReadReference; idempotencyKey: string | null }

/**
 * Keeps a picture or a clip for later requests. The bytes are written before their record, and removed after it: a
 * crash in between leaves bytes without a record, which the sweep finds.
 */
export async function createUpload(deps: UploadDeps, { caller, read, idempotencyKey }: NewUpload): Promise<Upload> {
  try {
    // Bytes that do not fit are not worth writing; the write itself checks again.
    const { maxUploadBytes } = deps.limits
    const used = await deps.store.uploads.used(caller.id, deps.clock.now())
    if (idempotencyKey === null && used + read.spooled.bytes > maxUploadBytes) throw noRoom(deps.limits, used)
    const file = await keepUpload(deps, read)
    const now = deps.clock.now()
    const { fileId, ...facts } = file
    const id = newUploadId(deps.random.bytes)
    const owner = { id, keyId: caller.id, tokenHash: null, fileId, idempotencyKey }
    const upload = { ...owner, ...facts, createdAt: now, expiresAt: now + deps.limits.uploadMs }
    return await orRemove(deps, fileId, async () => {
      const added = await deps.store.uploads.add(upload, maxUploadBytes)
      if (added.kind === 'added') return upload
      await deps.files.remove(fileId)
      if (added.kind === 'full') throw noRoom(deps.limits, added.used)
      if (added.upload.sha256 !== upload.sha256) throw conflict()
      return added.upload
    })
  } finally {
    await read.spooled.discard()
  }
}

/** Makes the bytes durable, under an id that nobody is told. */
export async function keepUpload(
  { files, random }: Pick<UploadDeps, 'files' | 'random'>,
  { spooled, facts }: ReadReference,
): Promise<UploadedFile> {
  const fileId = newFileId(random)
  await files.keep(fileId, spooled)
  const { mediaType, extension, width, height, durationMs = null, fps = null, hasAudio } = facts
  const clip = hasAudio === undefined ? null : { fps, hasAudio }
  const { bytes, sha256 } = spooled
  return { fileId, mediaType, extension, bytes, sha256, width, height, durationMs, clip }
}

/** Removes kept bytes if their record cannot be written. If that is unknown, the sweep decides. */
export async function orRemove<T>({ files }: { files: Files }, fileId: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof Interrupted)) await files.remove(fileId)
    throw error
  }
}

const MIB = 2 ** 20

export function noRoom({ maxUploadBytes }: UploadLimits, used: number): AppError {
  const [most, taken] = [Math.floor(maxUploadBytes / MIB), Math.ceil(used / MIB)]
  const message = `Your uploads take ${taken} of ${most} MiB, and this one does not fit. Delete some uploads, or wait until they expire.`
  return new AppError('payload_too_large', message)
}

import { AppError } from '../../core/errors.ts'
import {
  hashUploadToken,
  isAsked,
  isUploadId,
  newUploadId,
  newUploadToken,
  type Upload,
} from '../../core/files/upload.ts'
import { isUsable, type ApiKey } from '../../core/keys/api-key.ts'
import type { Store } from '../../ports/store.ts'
import type { ReadReference } from '../tasks/read-references.ts'
import { keepUpload, noRoom, orRemove, type UploadDeps } from './create-upload.ts'

export type SignWish = { caller: ApiKey; mediaType: string | null; maxBytes: number; lastsMs: number }

/**
 * Creates a URL that takes one upload without a key. Its space is reserved now, so that the upload fits when it
 * arrives.
 */
export async function signUpload(deps: UploadDeps, wish: SignWish): Promise<{ upload: Upload; token: string }> {
  const { caller, mediaType, maxBytes: bytes, lastsMs } = wish
  const now = deps.clock.now()
  const token = newUploadToken(deps.random.bytes)
  const nothing = {
    fileId: null,
    extension: null,
    sha256: null,
    width: null,
    height: null,
    durationMs: null,
    clip: null,
  }
  const upload: Upload = {
    ...nothing,
    id: newUploadId(deps.random.bytes),
    keyId: caller.id,
    tokenHash: hashUploadToken(token),
    mediaType,
    bytes,
    idempotencyKey: null,
    createdAt: now,
    expiresAt: now + lastsMs,
  }
  const added = await deps.store.uploads.add(upload, deps.limits.maxUploadBytes)
  if (added.kind === 'full') throw noRoom(deps.limits, added.used)
  return { upload, token }
}

export type ReceiveDeps = UploadDeps & { store: Pick<Store, 'uploads' | 'keys'> }

/** The upload behind a signed URL. Wrong, used and expired URLs, and those of keys that have ended, look the same. */
export async function findSigned(deps: ReceiveDeps, id: string, token: string): Promise<Upload> {
  const now = deps.clock.now()
  const upload = isUploadId(id) ? await deps.store.uploads.find(id, now) : undefined
  // Nobody can choose the beginning of a digest, so the time to compare two reveals nothing.
  const isRight = upload?.tokenHash === hashUploadToken(token)
  const key = isRight ? await deps.store.keys.find(upload.keyId) : undefined
  if (upload === undefined || key === undefined || !isUsable(key, now)) throw gone()
  return upload
}

/** Stores the bytes for a signed URL. If several arrive at once, one is kept. */
export async function receiveUpload(deps: ReceiveDeps, upload: Upload, read: ReadReference): Promise<Upload> {
  try {
    const { mediaType } = read.facts
    if (!isAsked(upload.mediaType, mediaType)) {
      const message = `This URL accepts ${upload.mediaType ?? 'another type'}, but the file is ${mediaType}.`
      throw new AppError('unsupported_media_type', message)
    }
    const { fileId, ...facts } = await keepUpload(deps, read)
    return await orRemove(deps, fileId, async () => {
      const now = deps.clock.now()
      const times = { now, expiresAt: now + deps.limits.uploadMs }
      if (await deps.store.uploads.receive(upload.id, { fileId, ...facts }, times))
        return { ...upload, ...facts, fileId, tokenHash: null, expiresAt: times.expiresAt }
      await deps.files.remove(fileId)
      throw gone()
    })
  } finally {
    await read.spooled.discard()
  }
}

function gone(): AppError {
  return new AppError('file_not_found', 'This upload URL is not valid: it was used, has expired, or never existed.')
}

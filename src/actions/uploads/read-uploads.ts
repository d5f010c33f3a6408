import { AppError } from '../../core/errors.ts'
import { isUploadId, type Upload } from '../../core/files/upload.ts'
import type { ApiKey } from '../../core/keys/api-key.ts'
import type { Files } from '../../ports/files.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import type { UploadCursor } from '../../ports/store/uploads.ts'

export type ReadUploadDeps = { store: Pick<Store, 'uploads'>; clock: Clock }

/** The caller's own upload. Unknown, foreign, expired and malformed ids look the same. */
export async function readOwnUpload({ store, clock }: ReadUploadDeps, caller: ApiKey, id: string): Promise<Upload> {
  const upload = isUploadId(id) ? await store.uploads.find(id, clock.now()) : undefined
  if (upload?.keyId === caller.id) return upload
  throw new AppError('file_not_found', 'Your API key has no upload with this id, or the upload has expired.')
}

/** One page of the caller's uploads, newest first, and the cursor of the next. */
export async function listUploads(
  { store, clock }: ReadUploadDeps,
  caller: ApiKey,
  { after, limit }: { after?: UploadCursor; limit: number },
): Promise<{ uploads: Upload[]; next: UploadCursor | null }> {
  const page = { keyId: caller.id, now: clock.now(), limit: limit + 1, ...(after === undefined ? {} : { after }) }
  const found = await store.uploads.list(page)
  const uploads = found.slice(0, limit)
  return { uploads, next: found.length > limit ? (uploads.at(-1) ?? null) : null }
}

export type RemoveUploadDeps = ReadUploadDeps & { files: Files }

/** Removes the caller's upload. Tasks that used it have their own copies. */
export async function deleteUpload(deps: RemoveUploadDeps, caller: ApiKey, id: string): Promise<void> {
  const upload = await readOwnUpload(deps, caller, id)
  const fileId = await deps.store.uploads.remove(upload.id)
  if (typeof fileId === 'string') await deps.files.remove(fileId)
}

const BATCH = 200

/** Removes expired uploads, until the signal aborts. */
export async function removeExpiredUploads(deps: RemoveUploadDeps, signal: AbortSignal): Promise<void> {
  let removed: number
  do {
    const swept = await deps.store.uploads.sweep(deps.clock.now(), BATCH)
    // A crash here leaves bytes without a record, which the sweep of orphans finds.
    await Promise.all(swept.fileIds.map((id) => deps.files.remove(id)))
    removed = swept.removed
  } while (removed === BATCH && !signal.aborted)
}

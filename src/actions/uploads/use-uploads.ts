import { AppError } from '../../core/errors.ts'
import type { FileBases } from '../../core/files/file-record.ts'
import { type Upload, uploadIdIn } from '../../core/files/upload.ts'
import type { ApiKey } from '../../core/keys/api-key.ts'
import type { Files } from '../../ports/files.ts'
import { type ReadReference, roleOf } from '../tasks/read-references.ts'
import type { KnownReference, NewReference } from '../tasks/store-tasks.ts'
import { readOwnUpload, type ReadUploadDeps } from './read-uploads.ts'

export type UseUploadDeps = FileBases & ReadUploadDeps & { files: Files }

type Named = Exclude<NewReference, { from: 'upload' }>

/** The upload that a reference names, by its id or its URL. */
export function uploadIdOf(bases: FileBases, reference: NewReference): string | undefined {
  if (reference.from === 'upload') return reference.uploadId
  return reference.from === 'url' ? uploadIdIn(bases, reference.url) : undefined
}

/**
 * Replaces each upload with a copy of its bytes, so that a task no longer needs the upload once it is accepted. Every
 * copy is added to `held`, even if a later one fails.
 */
export async function copyUploads(
  deps: UseUploadDeps,
  caller: ApiKey,
  { references, held }: { references: readonly NewReference[]; held: ReadReference[] },
): Promise<Named[]> {
  const named: Named[] = []
  for (const reference of references) {
    const id = uploadIdOf(deps, reference)
    if (id === undefined) {
      if (reference.from !== 'upload') named.push(reference)
      continue
    }
    const read = await copyUpload(deps, caller, { id, isClip: reference.role === 'video' })
    held.push(read)
    const copy: KnownReference = { from: 'bytes', ...read, ...roleOf(reference) }
    named.push(copy)
  }
  return named
}

async function copyUpload(
  deps: UseUploadDeps,
  caller: ApiKey,
  { id, isClip }: { id: string; isClip: boolean },
): Promise<ReadReference> {
  const param = isClip ? 'video' : 'image'
  const upload = await readOwnUpload(deps, caller, id).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'file_not_found' ? notYours(param) : error
  })
  const { fileId, mediaType, extension, width, height, durationMs, clip, bytes } = upload
  if (fileId === null || mediaType === null || extension === null)
    throw refused(param, `The file of the upload ${id} has not arrived yet.`)
  if (mediaType.startsWith('video/') !== isClip) throw refused(param, wrongKind(upload))
  const source = await deps.files.open(fileId)
  if (source === undefined) throw notYours(param)
  const spooled = await deps.files.spool(source, { maxBytes: bytes, tooLarge: 'internal_error' })
  const facts = { mediaType, extension, width: width ?? 1, height: height ?? 1 }
  return { spooled, facts: clip === null ? facts : { ...facts, ...clip, durationMs: durationMs ?? 0 } }
}

function wrongKind({ id, mediaType }: Upload): string {
  return mediaType?.startsWith('video/') === true
    ? `${id} is a video. Send it as 'video', to a model that accepts one.`
    : `${id} is an image, but a video is required here.`
}

function notYours(param: string): AppError {
  return refused(param, 'Your API key has no such upload, or the upload has expired. Upload the file again.')
}

function refused(param: string, message: string): AppError {
  return new AppError('invalid_parameter', message, { param })
}

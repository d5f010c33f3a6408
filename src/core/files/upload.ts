import { hash } from 'node:crypto'
import { randomBase62, type RandomBytes } from '../text/random-text.ts'
import type { ClipDetails, FileBases, FileRecord } from './file-record.ts'

const PREFIX = 'upload_'
// 128 bits, for the id and for the end of a signed URL.
const LENGTH = 22
const ID = /^upload_[0-9A-Za-z]{22}$/

/** What is known about bytes that have arrived. */
export type UploadedFile = Pick<
  FileRecord,
  'mediaType' | 'extension' | 'bytes' | 'sha256' | 'width' | 'height' | 'durationMs' | 'clip'
> & { fileId: string }

/**
 * A picture or a clip that was sent once, for later requests of the same key; or a signed URL that waits for one. The
 * bytes are stored under a separate id, which nobody is told: in a public bucket, an id is enough to read.
 */
export type Upload = {
  id: string
  keyId: string
  /** The digest of the end of a signed URL; null if the bytes came with the request. */
  tokenHash: string | null
  /** Null until the bytes have arrived. */
  fileId: string | null
  /** What may arrive, such as `image/*`, and then what did; null if anything may. */
  mediaType: string | null
  extension: string | null
  /** What counts against its key's storage: its size, or the maximum that may still arrive. */
  bytes: number
  sha256: string | null
  width: number | null
  height: number | null
  durationMs: number | null
  clip: ClipDetails | null
  idempotencyKey: string | null
  createdAt: number
  expiresAt: number
}

/** A fresh, unguessable id of an upload. */
export function newUploadId(random: RandomBytes): string {
  return PREFIX + randomBase62(LENGTH, random)
}

/** The fresh end of a URL that takes an upload without a key. */
export function newUploadToken(random: RandomBytes): string {
  return randomBase62(LENGTH, random)
}

/** The digest under which such an end is stored. A fast hash is right here: the end has 128 random bits. */
export function hashUploadToken(token: string): string {
  return hash('sha256', token)
}

/** Whether a text could be the id of an upload. */
export function isUploadId(text: string): boolean {
  return ID.test(text)
}

/** Where the owner reads its upload. This needs the key: the service does not host other people's files. */
export function uploadUrl({ publicUrl }: FileBases, { id }: Pick<Upload, 'id'>): string {
  return `${publicUrl()}/api/ai/uploads/${id}/content`
}

/** The id of the upload in a URL of ours. */
export function uploadIdIn({ publicUrl }: FileBases, url: string): string | undefined {
  const ours = `${publicUrl(URL.parse(url)?.host)}/api/ai/uploads/`
  if (!url.startsWith(ours)) return undefined
  const [id = ''] = url
    .slice(ours.length)
    .replace(/\/content$/, '')
    .split('/', 1)
  return isUploadId(id) ? id : undefined
}

/** Whether a file of this type may arrive at this signed URL. */
export function isAsked(asked: string | null, mediaType: string): boolean {
  if (asked === null || asked === mediaType) return true
  return asked.endsWith('/*') && mediaType.startsWith(asked.slice(0, -1))
}

import { hash } from 'node:crypto'
import { randomBase62, type RandomBytes } from '../text/random-text.ts'
import type { ClipDetails, FileBases, FileRecord } from './file-record.ts'

const PREFIX = 'upload_'
// 128 bits, for the id and for what the address of a browser ends with.
const LENGTH = 22
const ID = /^upload_[0-9A-Za-z]{22}$/

/** What is known of bytes that have arrived. */
export type UploadedFile = Pick<
  FileRecord,
  'mediaType' | 'extension' | 'bytes' | 'sha256' | 'width' | 'height' | 'durationMs' | 'clip'
> & { fileId: string }

/**
 * A picture or a clip that was sent once, for later requests of the same key; or an address that waits for one. The bytes
 * are kept under an id of their own, which nobody is told: where a bucket is open to everyone, an id is enough to read.
 */
export type Upload = {
  id: string
  keyId: string
  /** The digest of what the address for a browser ends with; null where the bytes came with the request. */
  tokenHash: string | null
  /** Null until the bytes have arrived. */
  fileId: string | null
  /** What may arrive, such as `image/*`, and then what did; null where anything may. */
  mediaType: string | null
  extension: string | null
  /** What it takes of its key's room: its size, or the most that may still arrive. */
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

/** A fresh end of an address that takes an upload without a key. */
export function newUploadToken(random: RandomBytes): string {
  return randomBase62(LENGTH, random)
}

/** The digest under which such an end is stored. A fast hash is right here: it has 128 random bits. */
export function hashUploadToken(token: string): string {
  return hash('sha256', token)
}

/** Tells whether a text could be the id of an upload. */
export function isUploadId(text: string): boolean {
  return ID.test(text)
}

/** Where the owner reads its upload. It asks for the key: the service is no host for what others send. */
export function uploadUrl({ publicUrl }: FileBases, { id }: Pick<Upload, 'id'>): string {
  return `${publicUrl()}/api/ai/uploads/${id}/content`
}

/** The id of the upload that an address of ours names. */
export function uploadIdIn({ publicUrl }: FileBases, url: string): string | undefined {
  const ours = `${publicUrl(URL.parse(url)?.host)}/api/ai/uploads/`
  if (!url.startsWith(ours)) return undefined
  const [id = ''] = url
    .slice(ours.length)
    .replace(/\/content$/, '')
    .split('/', 1)
  return isUploadId(id) ? id : undefined
}

/** Tells whether a file of this type may arrive where this was asked for. */
export function isAsked(asked: string | null, mediaType: string): boolean {
  if (asked === null || asked === mediaType) return true
  return asked.endsWith('/*') && mediaType.startsWith(asked.slice(0, -1))
}

import type { Upload, UploadedFile } from '../../core/files/upload.ts'

export type UploadCursor = Pick<Upload, 'createdAt' | 'id'>

export type UploadFilter = { keyId: string; now: number; after?: UploadCursor; limit: number }

/** The outcome of a new upload: it exists, there is no room for it, or its idempotency key names an earlier one. */
export type AddedUpload = { kind: 'added' } | { kind: 'full'; used: number } | { kind: 'earlier'; upload: Upload }

/** Records of files sent for later requests; the bytes are stored elsewhere. An expired one counts as absent. */
export interface Uploads {
  /** Adds an upload if all uploads of its key then have at most `most` bytes, however many are added at once. */
  add(upload: Upload, most: number): Promise<AddedUpload>
  /** Gives a signed URL its bytes, once. False if it already has some, has expired by this time, or is gone. */
  receive(id: string, file: UploadedFile, times: { now: number; expiresAt: number }): Promise<boolean>
  find(id: string, now: number): Promise<Upload | undefined>
  /** A key's uploads, newest first. */
  list(filter: UploadFilter): Promise<Upload[]>
  /** The space that a key's uploads take. */
  used(keyId: string, now: number): Promise<number>
  /**
   * Removes a record. Returns the id of its bytes, which now have no owner: null if none had arrived, undefined if
   * there is no such record.
   */
  remove(id: string): Promise<string | null | undefined>
  /** Removes expired records, at most this many; returns how many, and the ids of their bytes. */
  sweep(now: number, limit: number): Promise<{ removed: number; fileIds: string[] }>
}

import type { Upload, UploadedFile } from '../../core/files/upload.ts'

export type UploadCursor = Pick<Upload, 'createdAt' | 'id'>

export type UploadFilter = { keyId: string; now: number; after?: UploadCursor; limit: number }

/** What came of a new upload: it is there, there is no room for it, or its idempotency key names an earlier one. */
export type AddedUpload = { kind: 'added' } | { kind: 'full'; used: number } | { kind: 'earlier'; upload: Upload }

/** Records of what was sent for later requests; the bytes are elsewhere. One that has expired is not there. */
export interface Uploads {
  /** Adds an upload where all of its key's come to no more than `most` bytes with it, however many are added at once. */
  add(upload: Upload, most: number): Promise<AddedUpload>
  /** Gives an address its bytes: once. False where it has some, has expired by this time, or is gone. */
  receive(id: string, file: UploadedFile, times: { now: number; expiresAt: number }): Promise<boolean>
  find(id: string, now: number): Promise<Upload | undefined>
  /** A key's uploads, newest first. */
  list(filter: UploadFilter): Promise<Upload[]>
  /** What a key's uploads take of its room. */
  used(keyId: string, now: number): Promise<number>
  /** Removes a record. The id of its bytes, which are now nobody's: null where none had arrived, undefined where there is no such record. */
  remove(id: string): Promise<string | null | undefined>
  /** Removes records that have expired, at most so many; gives back how many, and the ids of their bytes. */
  sweep(now: number, limit: number): Promise<{ removed: number; fileIds: string[] }>
}

import type { Readable } from 'node:stream'
import type { ErrorCode } from '../core/errors.ts'
import type { FileRecord } from '../core/files/file-record.ts'

/** Bytes that arrived completely and wait on this machine to be kept or discarded. */
export type Spooled = {
  path: string
  bytes: number
  sha256: string
  /** The first bytes, enough to detect the type. */
  head: Uint8Array
  /** All bytes, if they arrived in one piece that is in memory anyway. */
  whole?: Uint8Array
  /** Removes the bytes unless they were kept. May be called twice. */
  discard(): Promise<void>
}

/** Stored bytes, and when they were last written. */
export type KeptBytes = { id: string; writtenAt: number }

export type ByteRange = { start: number; end: number }

/** The size of the disk, and its free space. */
export type Room = { freeBytes: number; totalBytes: number }

/** Bytes, found only by id. Stored bytes survive a crash of the machine. */
export interface Files {
  /**
   * Streams into a private temporary file; past `maxBytes`, it fails with `tooLarge`. A failure leaves nothing behind.
   */
  spool(source: AsyncIterable<Uint8Array>, limit: { maxBytes: number; tooLarge: ErrorCode }): Promise<Spooled>
  /** Makes spooled bytes durable under this id. */
  keep(id: string, spooled: Spooled): Promise<void>
  /** Opens stored bytes, `end` included; undefined if there are none under this id. */
  open(id: string, range?: ByteRange): Promise<Readable | undefined>
  /** Removes stored bytes; their absence is fine. */
  remove(id: string): Promise<void>
  /** Stored bytes that were last written before this time, for the sweep of orphans. */
  keptBefore(time: number): AsyncIterable<KeptBytes>
  /** Removes temporary files last written before this time, which a crash left behind. Returns how many. */
  sweepSpool(time: number): Promise<number>
  /** The free space; absent if the storage does not report it. */
  room?(): Promise<Room>
}

/** A URL that the storage itself serves; `expiresAt` is in whole seconds since 1970. */
export type SignedAddress = { url: string; expiresAt: number }

/** Signs URLs of stored files, for a storage that is not public. */
export interface FileSigner {
  /** The beginning of every signed URL, up to the slash before the file's id. */
  readonly base: string
  /** A fresh URL, valid only for requests with this method. It does not check whether the bytes exist. */
  sign(file: Pick<FileRecord, 'id' | 'mediaType' | 'extension'>, method?: 'GET' | 'HEAD'): Promise<SignedAddress>
}

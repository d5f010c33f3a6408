import type { Readable } from 'node:stream'
import type { ErrorCode } from '../core/errors.ts'
import type { FileRecord } from '../core/files/file-record.ts'

/** Bytes that arrived whole and wait on this machine to be kept or discarded. */
export type Spooled = {
  path: string
  bytes: number
  sha256: string
  /** The first bytes, enough to tell the type. */
  head: Uint8Array
  /** All bytes, where they came in one piece and somebody holds them anyway. */
  whole?: Uint8Array
  /** Removes the bytes unless they were kept. May be called twice. */
  discard(): Promise<void>
}

/** Bytes that are kept, and when they were last written. */
export type KeptBytes = { id: string; writtenAt: number }

export type ByteRange = { start: number; end: number }

/** What the disk has, and has left. */
export type Room = { freeBytes: number; totalBytes: number }

/** Bytes, found by id alone. What was kept survives a crash of the machine. */
export interface Files {
  /** Streams into a private temporary file; past `maxBytes` it fails with `tooLarge`. A failure leaves nothing behind. */
  spool(source: AsyncIterable<Uint8Array>, limit: { maxBytes: number; tooLarge: ErrorCode }): Promise<Spooled>
  /** Makes spooled bytes durable under this id. */
  keep(id: string, spooled: Spooled): Promise<void>
  /** Opens kept bytes, `end` included; undefined when there are none under this id. */
  open(id: string, range?: ByteRange): Promise<Readable | undefined>
  /** Removes kept bytes; none there is fine. */
  remove(id: string): Promise<void>
  /** Kept bytes that were last written before this time, for sweeping what no record knows. */
  keptBefore(time: number): AsyncIterable<KeptBytes>
  /** Removes temporary files last written before this time: what a crash left. Gives back how many. */
  sweepSpool(time: number): Promise<number>
  /** How much room there is; absent where the storage does not tell. */
  room?(): Promise<Room>
}

/** An address that the storage itself serves; `expiresAt` is in whole seconds since 1970. */
export type SignedAddress = { url: string; expiresAt: number }

/** Signs addresses of kept files, for a storage that is not open to everyone. */
export interface FileSigner {
  /** What every signed address begins with, up to the slash before the file's id. */
  readonly base: string
  /** A fresh address, good for requests of this method alone. Nobody is asked whether the bytes are there. */
  sign(file: Pick<FileRecord, 'id' | 'mediaType' | 'extension'>, method?: 'GET' | 'HEAD'): Promise<SignedAddress>
}

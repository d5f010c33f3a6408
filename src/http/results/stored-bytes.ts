import type { FileRecord } from '../../core/files/file-record.ts'
import type { Files } from '../../ports/files.ts'
import { fileNotFound } from './send-file.ts'

/** Bytes whose length is known before they are read. */
export type Bytes = { length: number; open(): Promise<AsyncIterable<Uint8Array>> }

/** The bytes of a result, as they are kept. */
export function storedBytes({ files }: { files: Files }, { id, bytes }: FileRecord): Bytes {
  const open = async (): Promise<AsyncIterable<Uint8Array>> => {
    const stream = await files.open(id)
    if (stream === undefined) throw fileNotFound()
    return stream
  }
  return { length: bytes, open }
}

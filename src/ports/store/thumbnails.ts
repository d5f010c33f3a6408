import type { Thumbnail } from '../../core/files/file-record.ts'

/** Records of small pictures; the bytes are elsewhere. They go with the task that they belong to. */
export interface Thumbnails {
  find(fileId: string, width: number): Promise<Thumbnail | undefined>
  /** False when there is one of this file and width already, or the task is gone: then the bytes are nobody's. */
  add(thumbnail: Thumbnail): Promise<boolean>
  /** Removes the record of one whose bytes are missing, so that it is made anew. */
  forget(id: string): Promise<void>
}

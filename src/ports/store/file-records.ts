import type { FileRecord, Thumbnail } from '../../core/files/file-record.ts'

/** Where bytes came from, without a word of whose they were. */
export type FileOrigin = Pick<FileRecord, 'createdAt' | 'credentials'> & { kind: 'image' | 'video'; model: string }

/** Records of files; the bytes are elsewhere. They are written together with the task that they belong to. */
export interface FileRecords {
  find(id: string): Promise<FileRecord | undefined>
  ofTask(taskId: string): Promise<FileRecord[]>
  /** Results and covers of these tasks, those of a task in order. */
  shownOf(taskIds: readonly string[]): Promise<FileRecord[]>
  /** Where a result with this checksum came from: the first that was made, where there are several. */
  originOf(sha256: string): Promise<FileOrigin | undefined>
  /** Results that may look like a picture with this hash: all that differ in up to seven bits, and others. */
  originsLike(pictureHash: string): Promise<{ origin: FileOrigin; pictureHash: string }[]>
  /** Which of these ids have no record, not even as a thumbnail or an upload. */
  withoutRecord(ids: readonly string[]): Promise<string[]>
}

/** Records of small pictures; the bytes are elsewhere. They go with the task that they belong to. */
export interface Thumbnails {
  find(fileId: string, width: number): Promise<Thumbnail | undefined>
  /** False when there is one of this file and width already, or the task is gone: then the bytes are nobody's. */
  add(thumbnail: Thumbnail): Promise<boolean>
  /** Removes the record of one whose bytes are missing, so that it is made anew. */
  forget(id: string): Promise<void>
}

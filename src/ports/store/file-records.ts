import type { FileRecord, Thumbnail } from '../../core/files/file-record.ts'

/** Where bytes came from, without saying whose they were. */
export type FileOrigin = Pick<FileRecord, 'createdAt' | 'credentials'> & { kind: 'image' | 'video'; model: string }

/** Records of files; the bytes are stored elsewhere. They are written together with the task that they belong to. */
export interface FileRecords {
  find(id: string): Promise<FileRecord | undefined>
  ofTask(taskId: string): Promise<FileRecord[]>
  /** Results and covers of these tasks, those of a task in order. */
  shownOf(taskIds: readonly string[]): Promise<FileRecord[]>
  /** The origin of a result with this checksum: the first one, if there are several. */
  originOf(sha256: string): Promise<FileOrigin | undefined>
  /** Results that may look like a picture with this hash: all that differ in up to seven bits, and others. */
  originsLike(pictureHash: string): Promise<{ origin: FileOrigin; pictureHash: string }[]>
  /** Which of these ids have no record, not even as a thumbnail or an upload. */
  withoutRecord(ids: readonly string[]): Promise<string[]>
}

/** Records of small pictures; the bytes are stored elsewhere. They are removed with their task. */
export interface Thumbnails {
  find(fileId: string, width: number): Promise<Thumbnail | undefined>
  /** False if this file and width already have one, or the task is gone: then the bytes have no owner. */
  add(thumbnail: Thumbnail): Promise<boolean>
  /** Removes the record of one whose bytes are missing, so that it is made again. */
  forget(id: string): Promise<void>
}

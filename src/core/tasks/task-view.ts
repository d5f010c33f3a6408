import type { FileRecord } from '../files/file-record.ts'
import type { Task } from './task.ts'

/** The part of a file that its URL needs. */
export type ViewedFile = Pick<FileRecord, 'id' | 'mediaType' | 'extension'>

/** A result, and its cover. */
export type ShownOutput<File extends ViewedFile = ViewedFile> = { file: File; cover: File | null }

/** What a poll shows of a task: a small part of it, and its results once it has succeeded. */
export type TaskView = Pick<Task, 'id' | 'keyId' | 'project' | 'kind' | 'model' | 'status' | 'createdAt' | 'error'> & {
  outputs: ShownOutput[]
}

type Placed = Pick<FileRecord, 'role' | 'position'>

/** The results among a task's files, in order, each with its cover. */
export function outputsAmong<File extends ViewedFile & Placed>(files: readonly File[]): ShownOutput<File>[] {
  const covers = files.filter(({ role }) => role === 'cover')
  return files
    .filter(({ role }) => role === 'output')
    .map((file) => ({ file, cover: covers.find(({ position }) => position === file.position) ?? null }))
}

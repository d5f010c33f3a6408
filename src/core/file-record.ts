/** What a file is to its task: an input, a result, or the picture that stands for a video. */
export type FileRole = 'reference' | 'output' | 'cover'

/** What we know of a file's bytes. Its id is random and is the whole of its address: who knows it may read it. */
export type FileRecord = {
  id: string
  taskId: string
  keyId: string
  role: FileRole
  position: number
  mediaType: string
  extension: string
  bytes: number
  sha256: string
  width: number | null
  height: number | null
  durationMs: number | null
  createdAt: number
}

/** The path under which a file is served. */
export function filePath(file: Pick<FileRecord, 'id' | 'extension'>): string {
  return `/files/${file.id}.${file.extension}`
}

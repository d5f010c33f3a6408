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

export type FileBases = {
  publicUrl: () => string
  /** The base of the storage's own addresses, where it serves files to everyone by itself. */
  storageUrl?: string | undefined
}

/** The address that callers are given: ours, or the storage's own. */
export function fileUrl(bases: FileBases, file: Pick<FileRecord, 'id' | 'extension'>): string {
  if (bases.storageUrl !== undefined) return `${bases.storageUrl}/${file.id}`
  return `${bases.publicUrl()}/files/${file.id}.${file.extension}`
}

/** The id of the file that an address of ours names. */
export function fileIdIn(bases: FileBases, url: string): string | undefined {
  const ours = `${bases.publicUrl()}/files/`
  if (url.startsWith(ours)) return /^([0-9A-Za-z]{22})\.[a-z0-9]+$/.exec(url.slice(ours.length))?.[1]
  if (bases.storageUrl === undefined || !url.startsWith(`${bases.storageUrl}/`)) return undefined
  return /^[0-9A-Za-z]{22}$/.exec(url.slice(bases.storageUrl.length + 1))?.[0]
}

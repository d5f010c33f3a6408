import type { Reader } from './environment.ts'

const HOUR_MS = 60 * 60 * 1000
const MIB = 2 ** 20

/** What operators decide about files that are sent once, for later requests. */
export type UploadSettings = {
  readonly uploadMs: number
  /** Of one key. Zero takes none. */
  readonly maxUploadBytes: number
}

export function readUploads(read: Reader): UploadSettings {
  return {
    uploadMs: read.number('MEDIAGEN_UPLOAD_HOURS', 168, 1, 8_760) * HOUR_MS,
    maxUploadBytes: read.number('MEDIAGEN_MAX_UPLOADS_MIB', 1_024, 0, 1_048_576) * MIB,
  }
}

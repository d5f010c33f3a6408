import type { Receipt } from './api-types.ts'
import { MediagenError } from './errors.ts'
import { MediaFile } from './media-file.ts'
import type { CallOptions, Transport } from './transport.ts'

export type FailedTask = { id: string; code: string; message: string }
type Parts = {
  ids: readonly string[]
  files: readonly MediaFile[]
  covers?: readonly (MediaFile | null)[]
  failures?: readonly FailedTask[]
}

/** What was made: one file, or as many as were asked for. */
export class MediaResult {
  /** The tasks that made it. */
  readonly ids: readonly string[]
  readonly files: readonly MediaFile[]
  /** Still pictures of videos, in the order of the files. */
  readonly covers: readonly (MediaFile | null)[]
  /** With `n` above 1: tasks that made nothing. */
  readonly failures: readonly FailedTask[]

  constructor({ ids, files, covers = [], failures = [] }: Parts) {
    this.ids = ids
    this.files = files
    this.covers = covers
    this.failures = failures
  }

  /** The only file, or the first. */
  get file(): MediaFile {
    const [first] = this.files
    if (first === undefined) throw new MediagenError('There is no file in this result.')
    return first
  }

  get url(): string {
    return this.file.url
  }

  /** Saves all files, verified; `{id}`, `{index}` (from 1) and `{ext}` in the path tell several apart. */
  async save(path: string, options?: CallOptions): Promise<string[]> {
    if (this.files.length > 1 && !/\{(?:id|index)\}/.test(path))
      throw new MediagenError(`${this.files.length} files need {index} or {id} in the path, such as fox-{index}.png.`)
    const words = (file: MediaFile, index: number): Readonly<Record<string, string>> => ({
      id: file.taskId,
      index: String(index + 1),
      ext: file.extension,
    })
    return Promise.all(
      this.files.map((file, index) =>
        file.save(
          path.replaceAll(/\{(id|index|ext)\}/g, (whole, name: string) => words(file, index)[name] ?? whole),
          options,
        ),
      ),
    )
  }

  toJSON(): { ids: readonly string[]; files: readonly MediaFile[]; failures: readonly FailedTask[] } {
    return { ids: this.ids, files: this.files, failures: this.failures }
  }
}

/** The result of tasks that have ended, from their receipts. */
export function resultOf(transport: Transport, receipts: readonly Receipt[]): MediaResult {
  const filesOf = (receipt: Receipt, role: 'output' | 'cover'): MediaFile[] =>
    receipt.files
      .filter((file) => file.role === role)
      .flatMap((file, index) =>
        file.url === null ? [] : [new MediaFile(transport, { taskId: receipt.id, role, index, url: file.url }, file)],
      )
  const files = receipts.flatMap((receipt) => filesOf(receipt, 'output'))
  const covers = receipts.flatMap((receipt) => filesOf(receipt, 'cover'))
  return new MediaResult({
    ids: receipts.map(({ id }) => id),
    files,
    covers: files.map((_, index) => covers[index] ?? null),
    failures: receipts.flatMap(({ id, error }) => (error === null ? [] : [{ id, ...error }])),
  })
}

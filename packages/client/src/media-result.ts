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
  warnings?: readonly string[]
  seeds?: readonly (number | null)[]
  usd?: number | null
}

/** The result: one file, or as many as requested. */
export class MediaResult {
  /** The tasks that created it. */
  readonly ids: readonly string[]
  readonly files: readonly MediaFile[]
  /** Still pictures of videos, in the order of the files. */
  readonly covers: readonly (MediaFile | null)[]
  /** With `n` above 1: tasks without a result. */
  readonly failures: readonly FailedTask[]
  /** Differences from the request. */
  readonly warnings: readonly string[]
  /** The seed of each task, in the order of `ids`; null if the model has none or it is unknown. */
  readonly seeds: readonly (number | null)[]
  /** The total cost in US dollars; null if unknown. */
  readonly usd: number | null

  constructor({ ids, files, covers = [], failures = [], warnings = [], seeds = [], usd = null }: Parts) {
    this.ids = ids
    this.files = files
    this.covers = covers
    this.failures = failures
    this.warnings = warnings
    this.seeds = seeds
    this.usd = usd
  }

  /** The seed of the first or only task. The same request with this seed gives the same result. */
  get seed(): number | null {
    return this.seeds[0] ?? null
  }

  /** The first or only file. */
  get file(): MediaFile {
    const [first] = this.files
    if (first === undefined) throw new MediagenError('This result has no file.')
    return first
  }

  get url(): string {
    return this.file.url
  }

  /** Saves all files, verified; `{id}`, `{index}` (from 1) and `{ext}` in the path distinguish several files. */
  async save(path: string, options?: CallOptions): Promise<string[]> {
    if (this.files.length > 1 && !/\{(?:id|index)\}/.test(path))
      throw new MediagenError(
        `${this.files.length} files require {index} or {id} in the path, such as fox-{index}.png.`,
      )
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

  toJSON(): Pick<MediaResult, 'ids' | 'files' | 'failures' | 'warnings' | 'seeds' | 'usd'> {
    const { ids, files, failures, warnings, seeds, usd } = this
    return { ids, files, failures, warnings, seeds, usd }
  }
}

/** The result of ended tasks, from their receipts. */
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
    warnings: [...new Set(receipts.flatMap(({ warnings }) => warnings))],
    seeds: receipts.map(({ effective }) => effective?.seed ?? null),
    usd: sumOf(receipts.map(({ cost }) => cost?.usd ?? null)),
  })
}

/** Null if one of them is unknown. Prices have at most six decimals. */
function sumOf(amounts: readonly (number | null)[]): number | null {
  let micros = 0
  for (const amount of amounts) {
    if (amount === null) return null
    micros += Math.round(amount * 1e6)
  }
  return micros / 1e6
}

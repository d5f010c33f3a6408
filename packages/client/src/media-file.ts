import type { Receipt, ReceiptFile } from './api-types.ts'
import { MediagenError, PermissionError } from './errors.ts'
import { mayRepeat, pauseBefore } from './retry.ts'
import { pause } from './runtime.ts'
import { checkSha256, sha256Of } from './sha256.ts'
import type { CallOptions, Transport } from './transport.ts'
import { writeVerified } from './write-file.ts'

// For a clip of a few hundred megabytes over a slow connection.
const DOWNLOAD_TIMEOUT_MS = 600_000

export type MediaFilePlace = { taskId: string; role: 'output' | 'cover'; index: number; url: string }

/** A result file. Downloads are checked against the SHA-256 from the service. */
export class MediaFile {
  readonly url: string
  readonly taskId: string
  readonly #transport: Transport
  readonly #place: MediaFilePlace
  #details: ReceiptFile | undefined

  constructor(transport: Transport, place: MediaFilePlace, details?: ReceiptFile) {
    this.url = place.url
    this.taskId = place.taskId
    this.#transport = transport
    this.#place = place
    this.#details = details
  }

  /** Its type, size, SHA-256 and other details, from the receipt of its task. */
  async details(options?: CallOptions): Promise<ReceiptFile> {
    const endsAt = this.#details?.url_expires_at ?? Infinity
    if (this.#details !== undefined && endsAt * 1000 > this.#transport.runtime.now()) return this.#details
    const path = `/api/ai/tasks/${encodeURIComponent(this.taskId)}`
    const { data } = await this.#transport.json<Receipt>({ method: 'GET', path, repeatable: 'always' }, options)
    const file = data.files.filter(({ role }) => role === this.#place.role)[this.#place.index]
    if (file === undefined) throw new MediagenError(`Task ${this.taskId} no longer has this file.`)
    this.#details = file
    return file
  }

  /** The whole file, verified. */
  async bytes(options?: CallOptions): Promise<Uint8Array<ArrayBuffer>> {
    return (await this.#fetched(options)).bytes
  }

  /** The whole file, verified, with its media type. */
  async blob(options?: CallOptions): Promise<Blob> {
    const { bytes, type } = await this.#fetched(options)
    return new Blob([bytes], { type })
  }

  /** The bytes as they arrive, unverified, for passing on. */
  stream(options: CallOptions = {}): Promise<ReadableStream<Uint8Array>> {
    // Reading starts immediately, because an unread body is cut off as soon as its response is garbage-collected.
    return this.#download(options, async (response) => bodyOf(response).pipeThrough(new TransformStream()))
  }

  /** Saves the file and returns its path. The path appears only when the file is complete and verified. */
  async save(path: string, options: CallOptions = {}): Promise<string> {
    await this.#download(options, (response, wanted) =>
      writeVerified(path, bodyOf(response), (got) => checkSha256(this.url, wanted, got)),
    )
    return path
  }

  /** Its usual extension, without a dot. */
  get extension(): string {
    return /\.(\w{2,5})$/.exec(new URL(this.url).pathname)?.[1] ?? 'bin'
  }

  toJSON(): { url: string; taskId: string } {
    return { url: this.url, taskId: this.taskId }
  }

  #fetched(options: CallOptions = {}) {
    return this.#download(options, async (response, wanted) => {
      const bytes = new Uint8Array(await response.arrayBuffer())
      checkSha256(this.url, wanted, await sha256Of(bytes))
      return { bytes, type: response.headers.get('content-type') ?? '' }
    })
  }

  async #download<T>(options: CallOptions, read: (response: Response, sha256: string) => Promise<T>): Promise<T> {
    const { runtime, maxRetries } = this.#transport
    const details = await this.details(options).catch((error: unknown) => {
      // A key that can only generate cannot read receipts, but the file response has the details.
      if (error instanceof PermissionError) return undefined
      throw error
    })
    const readVerified = (response: Response): Promise<T> => {
      const sha256 = details?.sha256 ?? /^"([0-9a-f]{64})"$/.exec(response.headers.get('etag') ?? '')?.[1]
      if (sha256 === undefined)
        throw new MediagenError(
          `The checksum of ${this.url} is unknown, because the key does not have the tasks:read scope.`,
        )
      return read(response, sha256)
    }
    const fetching = { timeoutMs: DOWNLOAD_TIMEOUT_MS, ...options }
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#transport.fetchFile(details?.url ?? this.url, readVerified, fetching)
      } catch (error) {
        if (attempt >= (options.maxRetries ?? maxRetries) || !mayRepeat(error, 'always')) throw error
        await pause(runtime, pauseBefore(runtime, attempt, error), options.signal)
      }
    }
  }
}

function bodyOf({ body, url }: Response): ReadableStream<Uint8Array> {
  if (body === null) throw new MediagenError(`There is no file at ${url}.`)
  return body
}

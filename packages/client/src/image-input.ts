import type * as FileSystem from 'node:fs/promises'
import { MediagenError } from './errors.ts'
import { MediaFile } from './media-file.ts'
import { MediaResult } from './media-result.ts'
import { nodeModule } from './node-module.ts'
import { reasonOf } from './runtime.ts'

/**
 * A picture to work from: an address (also `data:`), a file (`fileFrom`, or a `file:` URL), bytes in whatever form, or an earlier
 * result. A text is always an address: one that came from somebody else cannot name a file of this machine.
 */
export type ImageInput =
  | string
  | URL
  | Blob
  | ArrayBuffer
  | Uint8Array
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | MediaFile
  | MediaResult

/** An image with its role, such as `source`; `takes.roles` of a model lists the roles. */
export type ImageWithRole = {
  url: string | URL
  role: 'first_frame' | 'last_frame' | 'reference' | 'mask' | 'source'
}

/** What `image` takes: images whose order says what they are for, and images with a role. */
export type ImageSet = ImageInput | ImageWithRole | readonly (ImageInput | ImageWithRole)[]

/** Pictures of one role each, by the name of the role. */
export const ROLE_FIELDS = ['mask', 'first_frame', 'last_frame'] as const
export type RoleField = (typeof ROLE_FIELDS)[number]

const ADDRESS = /^(?:https?|data):/i

/** A file of a result has a role too, which is another one. */
export function hasRole(input: ImageInput | ImageWithRole): input is ImageWithRole {
  return typeof input === 'object' && 'role' in input && !(input instanceof MediaFile)
}

/** Addresses as they are, everything else as bytes that can be sent more than once. */
export async function readInput(input: ImageInput, signal?: AbortSignal): Promise<(string | Blob)[]> {
  const options = signal === undefined ? {} : { signal }
  if (input instanceof MediaResult) return Promise.all(input.files.map((file) => file.blob(options)))
  // By its bytes: the service may not be able to reach its own public address.
  if (input instanceof MediaFile) return [await input.blob(options)]
  if (input instanceof Blob) return [input]
  if (input instanceof URL) return [ADDRESS.test(input.href) ? input.href : await fileAt(input)]
  if (typeof input === 'string') return [addressIn(input)]
  if (input instanceof ArrayBuffer) return [new Blob([input])]
  if (input instanceof Uint8Array) return [new Blob([new Uint8Array(input)])]
  return [await unlessAborted(input instanceof ReadableStream ? new Response(input).blob() : gathered(input), signal)]
}

/** A file of this machine, read when it is needed. */
export function fileFrom(path: string | URL): AsyncIterable<Uint8Array> {
  return {
    async *[Symbol.asyncIterator]() {
      yield new Uint8Array(await (await fileAt(path)).arrayBuffer())
    },
  }
}

function addressIn(text: string): string {
  if (ADDRESS.test(text)) return text
  throw new MediagenError(
    `'${text.slice(0, 80)}' is no http(s) address and no data: URL. For a file of this machine, give fileFrom(path).`,
  )
}

async function gathered(input: AsyncIterable<Uint8Array>): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of input) parts.push(new Uint8Array(part))
  return new Blob(parts)
}

/** A stream may never end; what reads it is then left behind. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(reasonOf(signal))
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

async function fileAt(path: string | URL): Promise<Blob> {
  let readFile
  try {
    ;({ readFile } = await nodeModule<typeof FileSystem>('node:fs/promises'))
  } catch (cause) {
    throw new MediagenError(`There is no file system here to read ${String(path)} from: give a Blob or an address.`, {
      cause,
    })
  }
  return new Blob([new Uint8Array(await readFile(path))])
}

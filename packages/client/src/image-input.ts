import type * as FileSystem from 'node:fs/promises'
import { MediagenError } from './errors.ts'
import { MediaFile } from './media-file.ts'
import { MediaResult } from './media-result.ts'
import { nodeModule } from './node-module.ts'
import { reasonOf } from './runtime.ts'

/**
 * A reference image: a URL (also `data:`), a file (`fileFrom`, or a `file:` URL), bytes in any form, or an earlier result.
 * A string is always a URL, so input from a third party cannot name a file on this machine.
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
  | UploadedInput

/** The result of `uploads.create`. You can also pass its id as a string. */
export type UploadedInput = { readonly object: 'upload'; readonly id: string }

/** A picture, optionally with its role. Without a role, the order decides. */
export type NamedInput = { url: ImageInput; role: 'first_frame' | 'last_frame' | 'reference' | 'mask' | 'source' }
export type ImageItem = ImageInput | NamedInput

/** A source clip, given like a picture, or one of your own videos by its id, handle or result. */
export type VideoInput = ImageInput | { readonly id: string }

/** Pictures with one role each, by role name. */
export const ROLE_FIELDS = ['mask', 'first_frame', 'last_frame'] as const
export type RoleField = (typeof ROLE_FIELDS)[number]

const ADDRESS = /^(?:(?:https?|data):|upload_)/i
const TASK_ID = /^\d+$/

/** Whether a picture has a role. */
export function isNamed(item: ImageItem): item is NamedInput {
  return typeof item === 'object' && Object.getPrototypeOf(item) === Object.prototype && 'role' in item
}

/** One of your own videos is sent by its id, which avoids transferring its bytes; any other video is sent like a picture. */
export async function readVideo(input: VideoInput | undefined, signal?: AbortSignal): Promise<(string | Blob)[]> {
  if (input === undefined) return []
  if (input instanceof MediaResult) return input.ids.slice(0, 1)
  if (input instanceof MediaFile) return [input.taskId]
  if (typeof input === 'string' && TASK_ID.test(input)) return [input]
  if (typeof input === 'object' && 'id' in input && typeof input.id === 'string') return [input.id]
  return readInputs(input as ImageInput, signal)
}

/** Bytes as text, where only text is possible. */
export async function asDataUrl(content: string | Blob): Promise<string> {
  if (typeof content === 'string') return content
  const bytes = new Uint8Array(await content.arrayBuffer())
  // Longer ones are more arguments than a call may have.
  const pieces = Array.from({ length: Math.ceil(bytes.length / PIECE_BYTES) }, (_, index) =>
    String.fromCharCode(...bytes.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES)),
  )
  return `data:${content.type || 'application/octet-stream'};base64,${btoa(pieces.join(''))}`
}

const PIECE_BYTES = 8_192

/** URLs as they are, everything else as bytes that can be sent more than once. */
export async function readInputs(
  inputs: ImageInput | readonly ImageInput[] | undefined,
  signal?: AbortSignal,
): Promise<(string | Blob)[]> {
  if (inputs === undefined) return []
  const all = Array.isArray(inputs) ? (inputs as readonly ImageInput[]) : [inputs as ImageInput]
  const read = await Promise.all(all.map((each) => readInput(each, signal)))
  return read.flat()
}

async function readInput(input: ImageInput, signal?: AbortSignal): Promise<(string | Blob)[]> {
  const options = signal === undefined ? {} : { signal }
  if (input instanceof MediaResult) return Promise.all(input.files.map((file) => file.blob(options)))
  // By its bytes, because the service may not be able to reach its own public URL.
  if (input instanceof MediaFile) return [await input.blob(options)]
  if (input instanceof Blob) return [input]
  if (input instanceof URL) return [ADDRESS.test(input.href) ? input.href : await fileAt(input)]
  if (typeof input === 'string') return [addressIn(input)]
  if ('object' in input && input.object === 'upload') return [input.id]
  if (input instanceof ArrayBuffer) return [new Blob([input])]
  if (input instanceof Uint8Array) return [new Blob([new Uint8Array(input)])]
  const stream = input as ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>
  return [
    await unlessAborted(stream instanceof ReadableStream ? new Response(stream).blob() : gathered(stream), signal),
  ]
}

/** A file on this machine, read when it is needed. */
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
    `'${text.slice(0, 80)}' is not an http(s) URL, a data: URL or an upload. For a local file, use fileFrom(path).`,
  )
}

async function gathered(input: AsyncIterable<Uint8Array>): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of input) parts.push(new Uint8Array(part))
  return new Blob(parts)
}

/** A stream may never end, in which case its reader is abandoned. */
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
    throw new MediagenError(
      `${String(path)} cannot be read, because there is no file system here. Pass a Blob or a URL.`,
      {
        cause,
      },
    )
  }
  return new Blob([new Uint8Array(await readFile(path))])
}

import { apiPromise, type ApiPromise } from './api-promise.ts'
import type { CreateImageAccepted, CreateImageAnswer, CreateImageBody } from './api-types.ts'
import { ApiError, PermissionError, TaskFailedError, taskIdsOf } from './errors.ts'
import { generationCall, type GenerationOptions } from './generation.ts'
import type { ImageInput, ImageItem } from './image-input.ts'
import { MediaFile } from './media-file.ts'
import { MediaResult, resultOf } from './media-result.ts'
import { TaskHandle } from './task-handle.ts'
import type { Tasks } from './tasks.ts'
import type { Call, Transport } from './transport.ts'
import { waitForEnd, type WaitOptions } from './wait-for-task.ts'

type Aliases = 'image' | 'mask' | 'images' | 'image[]' | 'callback_url' | 'webhookUrl'
export type ImageParams = Omit<CreateImageBody, Aliases> & {
  /** Reference images. */
  image?: ImageItem | readonly ImageItem[]
  /** The part of the picture to repaint: transparent, or white on black, in the same size. */
  mask?: ImageInput
}
export type ImageTaskParams = ImageParams & Pick<CreateImageBody, 'webhookUrl'>
export type GenerateOptions = GenerationOptions & Omit<WaitOptions, 'timeoutMs'>

export type Images = {
  /** Creates images and waits for them, even if that takes longer than a single request can. */
  generate(params: ImageParams, options?: GenerateOptions): ApiPromise<MediaResult>
  /** Requests images and returns a handle for each task, without waiting. */
  create(params: ImageTaskParams, options?: GenerationOptions): ApiPromise<TaskHandle[]>
}

const PATH = '/api/ai/images/generations'

export function imagesOf(transport: Transport, tasks: Tasks): Images {
  const generate = async (params: ImageParams, options: GenerateOptions = {}) => {
    const call = await generationCall(transport, PATH, params, options)
    // By id from the start: without an id, there is nothing to cancel and no progress to report.
    if (options.cancelOnAbort === true || options.onProgress !== undefined) return followed(transport, call, options)
    return awaited(transport, call, options)
  }
  const create = async (params: ImageTaskParams, options: GenerationOptions = {}) => {
    const call = await generationCall(transport, PATH, params, options)
    const { ids, response } = await accepted(transport, call, options)
    return { data: ids.map((id) => new TaskHandle(transport, tasks, id)), response }
  }
  return {
    generate: (params, options) => apiPromise(generate(params, options)),
    create: (params, options) => apiPromise(create(params, options)),
  }
}

type Made = { data: MediaResult; response: Response }

/** The response is the result. If that takes longer than a single request can, the wait continues. */
async function awaited(transport: Transport, call: Call, options: GenerateOptions): Promise<Made> {
  try {
    const { data, response } = await transport.json<CreateImageAnswer>(call, options)
    return { data: answered(transport, data, response.headers), response }
  } catch (error) {
    if (!(error instanceof ApiError) || !goesOn(error)) throw error
    const data = await waitFor(transport, error.taskIds, options).catch((later: unknown) => {
      // A key that can only generate cannot read its tasks, so the response is all there is.
      throw later instanceof PermissionError ? error : later
    })
    return { data, response: new Response(null, { headers: error.headers }) }
  }
}

/** Creates the tasks and waits for them by their ids. */
async function followed(transport: Transport, call: Call, options: GenerateOptions): Promise<Made> {
  const { signal: _, ...rest } = options
  // An abort between the request and its response would leave tasks with unknown ids.
  const { ids, response } = await accepted(transport, call, options.cancelOnAbort === true ? rest : options)
  try {
    return { data: await waitFor(transport, ids, options), response }
  } catch (error) {
    // A key that can only generate cannot read its tasks. The same request with the same idempotency key waits for them.
    if (error instanceof PermissionError) return awaited(transport, call, options)
    throw error
  }
}

async function accepted(
  transport: Transport,
  call: Call,
  options: GenerationOptions,
): Promise<{ ids: string[]; response: Response }> {
  const asking = { ...call, headers: { ...call.headers, prefer: 'respond-async' } }
  const { data, response } = await transport.json<CreateImageAccepted>(asking, options)
  return { ids: data.tasks?.map(({ id }) => id) ?? [data.id], response }
}

/** The request ended before its tasks did. */
function goesOn({ code, taskIds }: ApiError): boolean {
  return taskIds.length > 0 && (code === 'timeout' || code === 'shutting_down')
}

async function waitFor(transport: Transport, ids: readonly string[], options: GenerateOptions): Promise<MediaResult> {
  const { signal, patienceMs, onProgress, cancelOnAbort } = options
  const waiting: WaitOptions = {
    ...(signal && { signal }),
    ...(patienceMs !== undefined && { patienceMs }),
    ...(onProgress && { onProgress }),
    ...(cancelOnAbort !== undefined && { cancelOnAbort }),
  }
  // All of them, even if one fails: each cancels its own task.
  const ends = await Promise.allSettled(ids.map((id) => waitForEnd(transport, id, waiting)))
  const receipts = ends.map((end) => {
    if (end.status === 'rejected') throw end.reason
    return end.value
  })
  const result = resultOf(transport, receipts)
  const [failure] = result.failures
  if (result.files.length === 0 && failure !== undefined)
    throw new TaskFailedError(failure.id, { ...failure, docsUrl: transport.docsUrl })
  return result
}

function answered(transport: Transport, { data, tasks }: CreateImageAnswer, headers: Headers): MediaResult {
  const ids = taskIdsOf(headers)
  const usd = headers.get('x-mediagen-cost-usd')
  const made = tasks ?? [{ id: ids[0] ?? '', data, error: null }]
  return new MediaResult({
    ids,
    files: made.flatMap(({ id, data: files }) =>
      files.map(({ url }, index) => new MediaFile(transport, { taskId: id, role: 'output', index, url })),
    ),
    failures: made.flatMap(({ id, error }) => (error === null ? [] : [{ id, ...error }])),
    warnings: headers.get('x-mediagen-warnings')?.split(' | ') ?? [],
    seeds:
      headers
        .get('x-mediagen-seed')
        ?.split(', ')
        .map((seed) => (seed === '-' ? null : Number(seed))) ?? [],
    usd: usd === null ? null : Number(usd),
  })
}

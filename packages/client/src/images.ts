import { apiPromise, type ApiPromise } from './api-promise.ts'
import type { CreateImageAccepted, CreateImageAnswer, CreateImageBody } from './api-types.ts'
import { ApiError, PermissionError, TaskFailedError, taskIdsOf } from './errors.ts'
import { generationCall, type GenerationOptions } from './generation.ts'
import type { ImageInput } from './image-input.ts'
import { MediaFile } from './media-file.ts'
import { MediaResult, resultOf } from './media-result.ts'
import { TaskHandle } from './task-handle.ts'
import type { Tasks } from './tasks.ts'
import type { Transport } from './transport.ts'
import { waitForEnd, type WaitOptions } from './wait-for-task.ts'

type Aliases = 'image' | 'images' | 'image[]' | 'callback_url' | 'webhookUrl'
export type ImageParams = Omit<CreateImageBody, Aliases> & {
  /** Pictures to work from. */
  image?: ImageInput | readonly ImageInput[]
}
export type ImageTaskParams = ImageParams & Pick<CreateImageBody, 'webhookUrl'>
export type GenerateOptions = GenerationOptions & Omit<WaitOptions, 'timeoutMs'>

export type Images = {
  /** Makes images and waits for them; where that takes longer than the request may, the wait goes on by itself. */
  generate(params: ImageParams, options?: GenerateOptions): ApiPromise<MediaResult>
  /** Only asks for images: a handle for each task. */
  create(params: ImageTaskParams, options?: GenerationOptions): ApiPromise<TaskHandle[]>
}

const PATH = '/api/ai/images/generations'

export function imagesOf(transport: Transport, tasks: Tasks): Images {
  const generate = async (params: ImageParams, options: GenerateOptions = {}) => {
    const call = await generationCall(transport, PATH, params, options)
    try {
      const { data, response } = await transport.json<CreateImageAnswer>(call, options)
      return { data: answered(transport, data, taskIdsOf(response.headers)), response }
    } catch (error) {
      if (!(error instanceof ApiError) || !goesOn(error)) throw error
      const data = await waitFurther(transport, error, options)
      return { data, response: new Response(null, { headers: error.headers }) }
    }
  }
  const create = async (params: ImageTaskParams, options: GenerationOptions = {}) => {
    const call = await generationCall(transport, PATH, params, options)
    const asking = { ...call, headers: { ...call.headers, prefer: 'respond-async' } }
    const { data, response } = await transport.json<CreateImageAccepted>(asking, options)
    const ids = data.tasks?.map(({ id }) => id) ?? [data.id]
    return { data: ids.map((id) => new TaskHandle(transport, tasks, id)), response }
  }
  return {
    generate: (params, options) => apiPromise(generate(params, options)),
    create: (params, options) => apiPromise(create(params, options)),
  }
}

/** The request ended before its tasks did. */
function goesOn({ code, taskIds }: ApiError): boolean {
  return taskIds.length > 0 && (code === 'timeout' || code === 'shutting_down')
}

async function waitFurther(transport: Transport, late: ApiError, options: GenerateOptions): Promise<MediaResult> {
  const { signal, patienceMs, onProgress, cancelOnAbort } = options
  const waiting: WaitOptions = {
    ...(signal && { signal }),
    ...(patienceMs !== undefined && { patienceMs }),
    ...(onProgress && { onProgress }),
    ...(cancelOnAbort !== undefined && { cancelOnAbort }),
  }
  const receipts = await Promise.all(late.taskIds.map((id) => waitForEnd(transport, id, waiting))).catch(
    (error: unknown) => {
      // A key that may only generate cannot look after its tasks; what the request said is all there is.
      throw error instanceof PermissionError ? late : error
    },
  )
  const result = resultOf(transport, receipts)
  const [failure] = result.failures
  if (result.files.length === 0 && failure !== undefined)
    throw new TaskFailedError(failure.id, { ...failure, docsUrl: transport.docsUrl })
  return result
}

function answered(transport: Transport, { data, tasks }: CreateImageAnswer, ids: readonly string[]): MediaResult {
  const made = tasks ?? [{ id: ids[0] ?? '', data, error: null }]
  return new MediaResult({
    ids,
    files: made.flatMap(({ id, data: files }) =>
      files.map(({ url }, index) => new MediaFile(transport, { taskId: id, role: 'output', index, url })),
    ),
    failures: made.flatMap(({ id, error }) => (error === null ? [] : [{ id, ...error }])),
  })
}

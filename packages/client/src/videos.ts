import { apiPromise, type ApiPromise } from './api-promise.ts'
import type { CreateVideoAnswer, CreateVideoBody, GetVideoAnswer } from './api-types.ts'
import { generationCall, type GenerationOptions } from './generation.ts'
import type { ImageInput, ImageItem, VideoInput } from './image-input.ts'
import type { MediaResult } from './media-result.ts'
import { TaskHandle } from './task-handle.ts'
import type { Tasks } from './tasks.ts'
import type { CallOptions, Transport } from './transport.ts'
import type { WaitOptions } from './wait-for-task.ts'

type Pictures = 'image' | 'images' | 'image[]' | 'first_frame' | 'last_frame' | 'video' | 'callback_url'
export type VideoParams = Omit<CreateVideoBody, Pictures> & {
  /** Pictures to work from: the first frame, then the last, unless the model says otherwise. */
  image?: ImageItem | readonly ImageItem[]
  /** The first and the last frame, by name. */
  first_frame?: ImageInput
  last_frame?: ImageInput
  /** A clip to work from, for models that take one. */
  video?: VideoInput
}
export type GenerateVideoOptions = Omit<GenerationOptions, 'timeoutMs'> & WaitOptions

export type Videos = {
  /** Asks for a video; its handle comes at once. */
  create(params: VideoParams, options?: GenerationOptions): ApiPromise<TaskHandle>
  /** How a video stands, in the few words of the fixed interface. */
  get(id: string, options?: CallOptions): ApiPromise<GetVideoAnswer>
  /** Waits for the result of a video; a failed one throws. */
  wait(id: string, options?: WaitOptions): Promise<MediaResult>
  /** Asks for a video and waits for it; its response is the one that named the task. */
  generate(params: VideoParams, options?: GenerateVideoOptions): ApiPromise<MediaResult>
}

export function videosOf(transport: Transport, tasks: Tasks): Videos {
  const create = async (params: VideoParams, options: GenerationOptions = {}) => {
    const call = await generationCall(transport, '/api/ai/videos', params, options)
    const { data, response } = await transport.json<CreateVideoAnswer>(call, options)
    return { data: new TaskHandle(transport, tasks, data.id), response }
  }
  const generate = async (params: VideoParams, options: GenerateVideoOptions = {}) => {
    const { timeoutMs: _, ...creating } = options
    const { data: task, response } = await create(params, creating)
    return { data: await task.wait(options), response }
  }
  const path = (id: string): string => `/api/ai/videos/${encodeURIComponent(id)}`
  return {
    create: (params, options) => apiPromise(create(params, options)),
    get: (id, options) =>
      apiPromise(transport.json<GetVideoAnswer>({ method: 'GET', path: path(id), repeatable: 'always' }, options)),
    wait: (id, options) => new TaskHandle(transport, tasks, id).wait(options),
    generate: (params, options) => apiPromise(generate(params, options)),
  }
}

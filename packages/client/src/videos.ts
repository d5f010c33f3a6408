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
  /** Reference images: the first frame, then the last, unless the model has other roles. */
  image?: ImageItem | readonly ImageItem[]
  /** The first and last frame, by name. */
  first_frame?: ImageInput
  last_frame?: ImageInput
  /** A source clip, for models that accept one. */
  video?: VideoInput
}
export type GenerateVideoOptions = Omit<GenerationOptions, 'timeoutMs'> & WaitOptions

export type Videos = {
  /** Requests a video and returns its handle immediately. */
  create(params: VideoParams, options?: GenerationOptions): ApiPromise<TaskHandle>
  /** The status of a video, as the video endpoint returns it. */
  get(id: string, options?: CallOptions): ApiPromise<GetVideoAnswer>
  /** Waits for the result of a video; throws if it fails. */
  wait(id: string, options?: WaitOptions): Promise<MediaResult>
  /** Requests a video and waits for it; its response is the one with the task id. */
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

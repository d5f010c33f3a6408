import type {
  Experimental_VideoModelV4 as VideoModelV4,
  Experimental_VideoModelV4CallOptions as VideoCallOptions,
  Experimental_VideoModelV4VideoData as VideoData,
  JSONValue,
  SharedV4Warning,
} from '@ai-sdk/provider'
import { MediagenError, type CallOptions, type Mediagen, type MediaResult, type VideoParams } from '@mediagen/client'
import { callOptionsOf, ownParameters, unsupported } from './call-parts.ts'
import { inputOf } from './input-files.ts'

/** A video model of a mediagen service; its operation is the task id, so any process can continue. */
export function mediagenVideoModel(client: Mediagen, modelId: string): VideoModelV4 {
  const answer = (headers: Headers = new Headers()) => ({
    timestamp: new Date(),
    modelId,
    headers: Object.fromEntries(headers),
  })
  return {
    specificationVersion: 'v4',
    provider: 'mediagen.video',
    modelId,
    maxVideosPerCall: 1,
    async doGenerate(options) {
      const call = callOptionsOf(options)
      const task = await client.videos.create(paramsOf(modelId, options), call)
      const made = await task.wait(call.signal === undefined ? {} : { signal: call.signal, cancelOnAbort: true })
      const { videos, warnings, providerMetadata } = await resultOf(made, call)
      return { videos, warnings: [...unsupportedIn(options), ...warnings], providerMetadata, response: answer() }
    },
    async doStart(options) {
      const params = paramsOf(modelId, options)
      const asked = options.webhookUrl === undefined ? params : { ...params, webhookUrl: options.webhookUrl }
      const { data, response } = await client.videos.create(asked, callOptionsOf(options)).withResponse()
      // The AI SDK asks after it in calls of their own, and pauses between them: an abort may come at any time.
      options.abortSignal?.addEventListener('abort', () => void data.cancel().catch(() => undefined), { once: true })
      return {
        operation: { taskId: data.id },
        warnings: unsupportedIn(options),
        response: answer(response.headers),
      }
    },
    async doStatus(options) {
      const id = taskIdOf(options.operation)
      const call = callOptionsOf(options)
      const { data: video, response } = await client.videos.get(id, call).withResponse()
      const told = answer(response.headers)
      if (video.error !== null)
        return { status: 'error', error: `${video.error.message} (${video.error.code})`, response: told }
      if (video.status !== 'success') return { status: 'pending', response: told }
      const made = await client.handle(id).wait({ ...(call.signal && { signal: call.signal }) })
      return { status: 'completed', ...(await resultOf(made, call)), response: told }
    },
    async handleWebhookOption({ webhook }) {
      const { url, received } = await webhook()
      return { webhookUrl: url, received }
    },
  }
}

async function resultOf({ ids, files, covers, warnings }: MediaResult, call: CallOptions) {
  const videos = await Promise.all(
    files.map(async (file): Promise<VideoData> => {
      const [data, { type }] = await Promise.all([file.bytes(call), file.details(call)])
      return { type: 'binary', data, mediaType: type }
    }),
  )
  const told = files.map(({ url }, index) => ({ url, coverUrl: covers[index]?.url ?? null }))
  return {
    videos,
    warnings: warnings.map((message) => ({ type: 'other' as const, message })),
    providerMetadata: { mediagen: { taskId: ids[0] ?? '', videos: told } },
  }
}

function paramsOf(modelId: string, options: VideoCallOptions): VideoParams {
  const { prompt = '', aspectRatio, resolution, seed, duration, generateAudio } = options
  return {
    ...ownParameters(options),
    model: modelId,
    prompt,
    ...(resolution !== undefined && { size: resolution }),
    ...(aspectRatio !== undefined && aspectRatio !== 'adaptive' && { aspect_ratio: aspectRatio }),
    ...(seed !== undefined && { seed }),
    ...(duration !== undefined && { seconds: duration }),
    ...(generateAudio !== undefined && { audio: generateAudio }),
    ...picturesOf(options),
  }
}

/** Frames are sent by name, so a last frame does not require a first; the rest are sent in order. */
function picturesOf({ image, frameImages = [], inputReferences = [] }: VideoCallOptions): Partial<VideoParams> {
  const frame = (type: string) => frameImages.find(({ frameType }) => frameType === type)?.image
  const first = image === undefined ? frame('first_frame') : undefined
  const last = frame('last_frame')
  const isClip = ({ mediaType }: { mediaType?: string | undefined }): boolean =>
    mediaType?.startsWith('video/') === true
  const clip = inputReferences.find(isClip)
  const rest = [...(image === undefined ? [] : [image]), ...inputReferences.filter((each) => each !== clip)]
  return {
    ...(first !== undefined && { first_frame: inputOf(first) }),
    ...(last !== undefined && { last_frame: inputOf(last) }),
    ...(clip !== undefined && { video: inputOf(clip) }),
    ...(rest.length > 0 && { image: rest.map(inputOf) }),
  }
}

function unsupportedIn({ fps, aspectRatio }: VideoCallOptions): SharedV4Warning[] {
  const adaptive = aspectRatio === 'adaptive' ? aspectRatio : undefined
  return unsupported({ fps, 'aspectRatio "adaptive"': adaptive })
}

function taskIdOf(operation: JSONValue): string {
  const id =
    operation !== null && typeof operation === 'object' && 'taskId' in operation ? operation['taskId'] : undefined
  if (typeof id !== 'string') throw new MediagenError('This operation was not started by mediagen.')
  return id
}

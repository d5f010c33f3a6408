import type { ImageModelV4, ImageModelV4CallOptions } from '@ai-sdk/provider'
import type { ImageParams, Mediagen } from '@mediagen/client'
import { callOptionsOf, ownParameters } from './call-parts.ts'
import { inputOf } from './input-files.ts'

// What the service makes in one request.
const MAX_IMAGES = 10

/** An image model of a mediagen service. */
export function mediagenImageModel(client: Mediagen, modelId: string): ImageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'mediagen.image',
    modelId,
    maxImagesPerCall: MAX_IMAGES,
    supportsFileInputs: true,
    supportsMaskInputs: true,
    // The client's errors go out as they are: one that the AI SDK took for retryable would be repeated by it under a new
    // Idempotency-Key, and paid for twice. The client has repeated already what may be repeated.
    async doGenerate(options) {
      const call = callOptionsOf(options)
      // A caller that aborts does not want to pay for what is made all the same.
      const waiting = call.signal === undefined ? call : { ...call, cancelOnAbort: true }
      const { data, response } = await client.images.generate(paramsOf(modelId, options), waiting).withResponse()
      const images = await Promise.all(data.files.map((file) => file.bytes(call)))
      const { timestamp, headers } = { timestamp: new Date(), headers: Object.fromEntries(response.headers) }
      return {
        images,
        warnings: [
          ...data.warnings.map((message) => ({ type: 'other' as const, message })),
          ...data.failures.map(({ id, message }) => ({ type: 'other' as const, message: `Task ${id}: ${message}` })),
        ],
        providerMetadata: { mediagen: { images: data.files.map(({ url, taskId }) => ({ url, taskId })) } },
        response: { timestamp, modelId, headers },
      }
    },
  }
}

function paramsOf(modelId: string, options: ImageModelV4CallOptions): ImageParams {
  const { prompt = '', n, size, aspectRatio, seed, files = [], mask } = options
  return {
    ...ownParameters(options),
    model: modelId,
    prompt,
    ...(n > 1 && { n }),
    ...(size !== undefined && { size }),
    ...(aspectRatio !== undefined && { aspect_ratio: aspectRatio }),
    ...(seed !== undefined && { seed }),
    ...(files.length > 0 && { image: files.map(inputOf) }),
    ...(mask !== undefined && { mask: inputOf(mask) }),
  }
}

import {
  NoSuchModelError,
  type Experimental_VideoModelV4 as VideoModelV4,
  type ImageModelV4,
  type ProviderV4,
} from '@ai-sdk/provider'
import { Mediagen, type MediagenOptions } from '@mediagen/client'
import { mediagenImageModel } from './image-model.ts'
import { mediagenVideoModel } from './video-model.ts'

/** The mediagen provider. Call it like a function to get an image model. */
export type MediagenProvider = ProviderV4 & {
  (modelId: string): ImageModelV4
  image(modelId: string): ImageModelV4
  video(modelId: string): VideoModelV4
  videoModel(modelId: string): VideoModelV4
}

/** A provider for one service. The options are those of the client; you can also pass a client. */
export function createMediagen(options: MediagenOptions | Mediagen = {}): MediagenProvider {
  // Only with the first model: a program may set its environment after this module was loaded.
  let opened: Mediagen | undefined
  const client = (): Mediagen => (opened ??= options instanceof Mediagen ? options : new Mediagen(options))
  const image = (modelId: string): ImageModelV4 => mediagenImageModel(client(), modelId)
  const video = (modelId: string): VideoModelV4 => mediagenVideoModel(client(), modelId)
  const no = (modelType: 'languageModel' | 'embeddingModel') => (modelId: string) => {
    throw new NoSuchModelError({ modelId, modelType })
  }
  return Object.assign((modelId: string) => image(modelId), {
    specificationVersion: 'v4' as const,
    image,
    imageModel: image,
    video,
    videoModel: video,
    languageModel: no('languageModel'),
    embeddingModel: no('embeddingModel'),
  })
}

/** The provider for MEDIAGEN_URL, with the key in MEDIAGEN_API_KEY. */
export const mediagen: MediagenProvider = createMediagen()

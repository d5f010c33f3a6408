import type { EstimateAnswer, EstimateBody } from './api-types.ts'
import { generationCall } from './generation.ts'
import type { ImageInput, ImageItem, VideoInput } from './image-input.ts'
import type { CallOptions, Transport } from './transport.ts'

type Aliases =
  | 'kind'
  | 'mask'
  | 'first_frame'
  | 'last_frame'
  | 'video'
  | 'image'
  | 'images'
  | 'image[]'
  | 'callback_url'
export type EstimateParams = Omit<EstimateBody, Aliases> & {
  /** Required only for a model that makes both images and videos. */
  kind?: 'image' | 'video'
  /** Reference images. */
  image?: ImageItem | readonly ImageItem[]
  /** The part of the picture to repaint: transparent, or white on black, in the same size. */
  mask?: ImageInput
  /** The first and last frame, by name. */
  first_frame?: ImageInput
  last_frame?: ImageInput
  /** A source clip. */
  video?: VideoInput
}

/** Requests a cost estimate. It creates no task, so it can be repeated without an idempotency key. */
export async function askEstimate(
  transport: Transport,
  params: EstimateParams,
  options: CallOptions = {},
): Promise<{ data: EstimateAnswer; response: Response }> {
  const { headers: _, ...call } = await generationCall(transport, '/api/ai/estimate', params, options)
  return transport.json<EstimateAnswer>(call, options)
}

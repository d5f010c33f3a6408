import type { Dimensions } from '../core/size.ts'
import type { Spooled } from './files.ts'

/** Decoded pixels: straight alpha, four bytes a pixel, rows from the top. */
export type Pixels = Dimensions & { rgba: Uint8Array }

export type ImageFacts = Dimensions & { mediaType: string; extension: string }

/** The one door through which hostile pictures come in. */
export interface Images {
  /** Decodes a picture far enough to trust it; throws `invalid_image` or `image_too_large`. */
  inspect(spooled: Spooled, limits: { maxPixels: number }): Promise<ImageFacts>
  /** Decodes the first frame upright, scaled down so that no side exceeds `maxSide`. */
  decode(bytes: Uint8Array, maxSide: number): Promise<Pixels>
}

import type { ClipDetails } from '../core/files/file-record.ts'
import type { MaskForm } from '../core/tasks/roles.ts'
import type { Dimensions } from '../core/tasks/size.ts'
import type { Spooled } from './files.ts'

/** Decoded pixels: straight alpha, four bytes per pixel, rows from the top. */
export type Pixels = Dimensions & { rgba: Uint8Array }

export type ImageFacts = Dimensions & { mediaType: string; extension: string }

/** The limits of one picture; `maxBytes` is the memory to decode it, with a modest default. */
export type ImageLimits = { maxPixels: number; maxBytes?: number }

/** The facts in a clip's container, as a player would show it. */
export type ClipFacts = Dimensions & ClipDetails & { durationMs: number }

/** Reads a clip's own size and length; decodes nothing. */
export type DescribeClip = (path: string) => Promise<ClipFacts | { damaged: string }>

/** The only entry for untrusted pictures. Callers take turns; those without a name share one turn. */
export interface Images {
  /** Decodes a picture far enough to trust it; throws `invalid_image` or `image_too_large`. */
  inspect(spooled: Spooled, limits: ImageLimits, asker?: string): Promise<ImageFacts>
  /**
   * Returns the size of a picture that a model made, and refuses an incomplete one, as `inspect` does; decodes it only
   * if there is no other way.
   */
  describe(spooled: Spooled, limits: ImageLimits, asker?: string): Promise<ImageFacts>
  /** Decodes the first frame upright, scaled down so that no side exceeds `maxSide`. */
  decode(bytes: Uint8Array, maxSide: number, asker?: string): Promise<Pixels>
}

/** A format in which a picture can be written; `quality` is from 0 to 100, for lossy formats. */
export type PictureForm = {
  format: 'png' | 'jpeg' | 'webp'
  quality: number | null
  /**
   * Scaled down so that no side exceeds `maxSide`, then lower in quality, then smaller, until it fits into `maxBytes`.
   */
  within?: { maxSide: number; maxBytes: number }
  /** The picture is a mask, and is written in this form, whatever its own form. */
  mask?: MaskForm
}

/** How many frames of a clip are placed side by side, and how wide each is. */
export type SheetGrid = { columns: number; rows: number; frameWidth: number }

/** Places frames of a clip side by side, from the first to the last, as PNG; undefined if that is impossible. */
export type ContactSheetOf = (
  path: string,
  durationMs: number,
  /** By default, a few frames for a quick look. */
  grid?: SheetGrid,
) => Promise<(Dimensions & { bytes: Uint8Array; frames: number }) | undefined>

/** Converts a whole picture, isolated from everything else. Throws as `Images` does. */
export type ConvertPicture = (
  picture: Dimensions & { bytes: Uint8Array },
  form: PictureForm,
  asker: string,
) => Promise<Uint8Array>

/**
 * Writes JPEG pictures, one after another, as a clip that every player can play; says what is wrong if they make none.
 */
export type WriteClip = (
  frames: readonly Uint8Array[],
  framesPerSecond: number,
) => Promise<(Dimensions & { bytes: Uint8Array }) | { damaged: string }>

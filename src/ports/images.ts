import type { ClipDetails } from '../core/files/file-record.ts'
import type { MaskForm } from '../core/tasks/roles.ts'
import type { Dimensions } from '../core/tasks/size.ts'
import type { Spooled } from './files.ts'

/** Decoded pixels: straight alpha, four bytes a pixel, rows from the top. */
export type Pixels = Dimensions & { rgba: Uint8Array }

export type ImageFacts = Dimensions & { mediaType: string; extension: string }

/** What one picture may be; `maxBytes` is the memory to unpack it, a modest amount unless told. */
export type ImageLimits = { maxPixels: number; maxBytes?: number }

/** What a clip's container says of it, as a player would show it. */
export type ClipFacts = Dimensions & ClipDetails & { durationMs: number }

/** Reads a clip's own size and length; decodes nothing. */
export type DescribeClip = (path: string) => Promise<ClipFacts | { damaged: string }>

/** The one door through which hostile pictures come in. Askers take turns; who is not named shares one turn with all such. */
export interface Images {
  /** Decodes a picture far enough to trust it; throws `invalid_image` or `image_too_large`. */
  inspect(spooled: Spooled, limits: ImageLimits, asker?: string): Promise<ImageFacts>
  /**
   * Tells the size of a picture that a model made, and refuses one that is not whole, as `inspect` does; decodes it only
   * where nothing else can tell.
   */
  describe(spooled: Spooled, limits: ImageLimits, asker?: string): Promise<ImageFacts>
  /** Decodes the first frame upright, scaled down so that no side exceeds `maxSide`. */
  decode(bytes: Uint8Array, maxSide: number, asker?: string): Promise<Pixels>
}

/** A form in which a picture can be written; `quality` is from 0 to 100, for those that lose something. */
export type PictureForm = {
  format: 'png' | 'jpeg' | 'webp'
  quality: number | null
  /** Scaled down so that no side exceeds `maxSide`, and made worse, then smaller still, until it fits into `maxBytes`. */
  within?: { maxSide: number; maxBytes: number }
  /** The picture is a mask, and is written in this form, whichever form it came in. */
  mask?: MaskForm
}

/** How many frames of a clip stand side by side, and how wide each is. */
export type SheetGrid = { columns: number; rows: number; frameWidth: number }

/** Puts frames of a clip side by side, from the first to the last, as PNG; nothing where that cannot be done. */
export type ContactSheetOf = (
  path: string,
  durationMs: number,
  /** A few frames, for a glance, unless told. */
  grid?: SheetGrid,
) => Promise<(Dimensions & { bytes: Uint8Array; frames: number }) | undefined>

/** Writes a whole picture in another form, away from everything else. Throws as `Images` does. */
export type ConvertPicture = (
  picture: Dimensions & { bytes: Uint8Array },
  form: PictureForm,
  asker: string,
) => Promise<Uint8Array>

/** Writes JPEG pictures, one after the other, as a clip that everybody can play; says what is wrong where they make none. */
export type WriteClip = (
  frames: readonly Uint8Array[],
  framesPerSecond: number,
) => Promise<(Dimensions & { bytes: Uint8Array }) | { damaged: string }>

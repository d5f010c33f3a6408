import type { MediaType } from '../core/files/media-type.ts'
import type { Dimensions } from '../core/tasks/size.ts'
import type { ClipFacts, ImageFacts, PictureForm, Pixels } from '../ports/images.ts'

/** What a decoder is asked to do with one picture or clip. */
export type DecoderWork =
  /** `trusted`: a picture that a model made. It is decoded only where nothing else tells whether it is whole. */
  | { kind: 'inspect'; path: string; maxPixels: number; type: MediaType; trusted: boolean }
  | { kind: 'decode'; bytes: Uint8Array; maxSide: number; type: MediaType }
  | { kind: 'clip'; path: string }
  | { kind: 'film'; frames: readonly Uint8Array[]; framesPerSecond: number }
  | { kind: 'convert'; bytes: Uint8Array; form: PictureForm; type: MediaType }

/** A picture written anew. */
export type Written = { written: Uint8Array }

/** What comes of it. */
export type DecoderResult = ImageFacts | Pixels | ClipFacts | Written | (Dimensions & Written) | { damaged: string }

/** How much one picture may take: processor time, and memory beyond what the process had before. */
export type Allowance = { workMs: number; bytes: number }

export type DecoderOrder = { work: DecoderWork; allowance: Allowance }

/** What a decoder says: that it is ready, what it found, or that the picture took more than it was given. */
export type DecoderReport =
  | { kind: 'ready' }
  | { kind: 'done'; result: DecoderResult }
  | { kind: 'refused'; code: 'invalid_image' | 'image_too_large'; message: string }
  | { kind: 'over'; what: 'time' | 'memory' }

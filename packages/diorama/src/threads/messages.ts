import type { Brief } from '../brief.ts'
import type { ClipJob, PictureJob } from '../job.ts'

/** One encoded frame: AVC with length prefixes, as MP4 wants it. */
export type Packet = { data: Uint8Array; key: boolean }

/** A closed group of pictures and the decoder settings (avcC) that it was encoded under. */
export type Gop = { settings: Uint8Array; packets: Packet[] }

/** A clip whose prompt was read. One thread reads for all: the words take some 40 MB in each thread that knows them. */
export type ReadClip = ClipJob & { brief: Brief }

/** A picture whose prompt was read, unless it has references: what is wanted of those is told when they are seen. */
export type ReadPicture = PictureJob & { brief?: Brief }

/**
 * One piece of work for a thread. `from` and `to` count frames; `to` is not included.
 * Raw frames go into `ring`, which holds a whole number of them: frame n lies at slot n modulo that number.
 */
export type Order =
  | { kind: 'picture'; job: ReadPicture }
  | { kind: 'read'; job: PictureJob }
  | { kind: 'cover'; job: ReadClip }
  | { kind: 'gop'; job: ReadClip; from: number; to: number }
  | { kind: 'raw'; job: ReadClip; from: number; to: number; ring: SharedArrayBuffer }
  | { kind: 'mux'; job: ClipJob; gops: Gop[] }

/** What an order gives back: bytes of a file (of a picture or cover with what of the prompt had no use), what was read, a group of pictures, or nothing where frames went into shared memory. */
export type Yield =
  | { bytes: Uint8Array; unused?: string[]; notes?: string[] }
  | { brief: Brief }
  | { gop: Gop }
  | undefined

/** What travels to a thread. `control` is shared memory: see `Control`. */
export type ToThread =
  | { kind: 'work'; ticket: number; errand: number; control: SharedArrayBuffer; order: Order }
  | { kind: 'forget'; errand: number }

/** A frame, or a step of a picture, is done. */
export type Step = { kind: 'step'; ticket: number; fraction: number }

/** What comes back. */
export type FromThread =
  | Step
  | { kind: 'done'; ticket: number; result: Yield }
  | { kind: 'failed'; ticket: number; reason: string; refused?: true }

/** Two shared counters per errand: whether to stop, and how many frames were drawn. Shared memory, because a flag is seen between two frames while a message may have to wait. */
export const STOP = 0
export const DRAWN = 1
export const CONTROL_BYTES = 8

/** The memory behind a group of pictures, each buffer once, for handing it over without a copy. */
export function gopBuffers(gop: Gop): ArrayBuffer[] {
  const buffers = [gop.settings, ...gop.packets.map((packet) => packet.data)].map((view) => view.buffer)
  return [...new Set(buffers)].filter((buffer) => buffer instanceof ArrayBuffer)
}

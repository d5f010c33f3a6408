import type { Pixels } from '../job.ts'

/** A clip before encoding: each frame is a pure function of its second, so that any thread may draw any frame. */
export type Frames = {
  width: number
  height: number
  /** The second whose frame stands for the whole clip. */
  coverAt: number
  /** The words of the prompt that had no use. */
  unused?: string[]
  /** What the prompt wanted of a given picture and could not be done. */
  notes?: string[]
  /** Opaque pixels; the next call may reuse their memory. */
  frameAt(second: number): Pixels
  /** Gives back at once what no frame will be drawn from any more. */
  close?(): void
}

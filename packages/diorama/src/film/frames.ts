import type { Pixels } from '../job.ts'

/** A clip before encoding: each frame is a pure function of its second, so that any thread may draw any frame. */
export type Frames = {
  width: number
  height: number
  /** The second whose frame stands for the whole clip. */
  coverAt: number
  /** Opaque pixels; the next call may reuse their memory. */
  frameAt(second: number): Pixels
}

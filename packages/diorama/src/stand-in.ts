import { flatPng } from './flat-picture.ts'
import { makeInThread, type StandInClip } from './stand-in-thread.ts'

export type Dimensions = { width: number; height: number }

// Small enough to be made at once, large enough to keep any ratio within half a percent.
const LONG_SIDE = 256

/** The size of a stand-in for a picture of this size: the same ratio, even sides. */
export function standInSize({ width, height }: Dimensions): Dimensions {
  const scale = Math.min(1, LONG_SIDE / Math.max(width, height))
  const even = (side: number): number => Math.max(2, Math.round((side * scale) / 2) * 2)
  return { width: even(width), height: even(height) }
}

/** A flat PNG whose colour comes from the prompt. */
export function standInPicture(size: Dimensions, prompt: string): Uint8Array {
  return flatPng(size, prompt)
}

/** A one-second MP4 of that colour. */
export function standInClip(size: Dimensions, prompt: string): Promise<StandInClip> {
  return makeInThread({ size, prompt })
}

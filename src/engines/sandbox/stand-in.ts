import { createHash } from 'node:crypto'
import type { Dimensions } from '../../core/tasks/size.ts'
import { flatMp4 } from './flat-mp4.ts'
import { flatPng, type Colour } from './flat-png.ts'

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
  return flatPng(size, colourOf(prompt))
}

/** An MP4 of that colour, a second long unless told otherwise. */
export function standInClip(size: Dimensions, prompt: string, seconds = 1): { bytes: Uint8Array; durationMs: number } {
  return { bytes: flatMp4(size, colourOf(prompt), seconds), durationMs: seconds * 1000 }
}

function colourOf(prompt: string): Colour {
  const [red = 0, green = 0, blue = 0] = createHash('sha256').update(prompt).digest()
  return [red, green, blue]
}

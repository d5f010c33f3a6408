import type { Brief } from '../../brief.ts'
import { sceneFrames } from '../../film/scene-frames.ts'
import type { Pixels } from '../../job.ts'
import { isSamePicture, readMark, type OwnMark } from '../../picture/own-mark.ts'
import { readPrompt } from '../../reading/read-prompt.ts'
import { applyWish } from './apply-wish.ts'

// A picture is the best still of a clip of the usual length.
const SECONDS = 5

export type Size = { width: number; height: number }

/** What is still to be done to the finished pixels, in words; `partly`: other parts of the same wish are done already. */
type Left = { wish: string; partly: boolean }
type Retouch = (picture: Pixels, left: Left, seed: number) => Promise<Pixels>

/** The brief of a picture after all that was wished of it, and for each wish what it leaves to be done to the pixels. */
export function toldAgain({ prompt, seed, wishes }: OwnMark): { brief: Brief; left: Left[] } {
  let brief = readPrompt(prompt, seed)
  const left: Left[] = []
  for (const wish of wishes) {
    const applied = brief.moments ? { brief, left: [wish], done: 0 } : applyWish(brief, wish, seed)
    brief = applied.brief
    if (applied.left.length > 0) left.push({ wish: applied.left.join(', '), partly: applied.done > 0 })
  }
  return { brief, left }
}

/** Draws a picture again from what it carries of itself. */
export async function drawnAgain(mark: OwnMark, { width, height }: Size, retouch: Retouch): Promise<Pixels> {
  const { brief, left } = toldAgain(mark)
  const frames = await sceneFrames({ brief, width, height, seed: mark.seed, seconds: SECONDS, still: true })
  let picture = frames.frameAt(frames.coverAt)
  for (const one of left) picture = await retouch(picture, one, mark.seed)
  return picture
}

/**
 * What a given picture carries of itself, where drawing it from that gives the very same picture: nobody's word is taken for it,
 * and a picture that was painted over since is worked on as it is.
 */
export async function ownMarkOf(given: Pixels, retouch: Retouch): Promise<OwnMark | undefined> {
  const mark = readMark(given)
  if (!mark) return undefined
  return isSamePicture(given, await drawnAgain(mark, given, retouch)) ? mark : undefined
}

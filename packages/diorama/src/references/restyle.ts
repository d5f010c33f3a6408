import type { PictureJob, Pixels } from '../job.ts'
import { isSamePicture, type OwnMark } from '../picture/own-mark.ts'
import { readPrompt } from '../reading/read-prompt.ts'
import { canvasOf } from '../scene/canvas-of.ts'
import { stylePicture } from '../scene/style-picture.ts'
import { Refusal } from '../threads/refusal.ts'
import type { Studio } from '../threads/studio.ts'
import { openAtmosphere } from './atmosphere.ts'
import { layPrints, printsOf } from './collage.ts'
import { cropped } from './edit/crop.ts'
import { editPicture } from './edit/edit-picture.ts'
import { refusal, wishOf } from './edit/wish.ts'
import { coverFit, pixelsOf } from './fit-picture.ts'
import { drawnAgain, ownMarkOf } from './own/own-picture.ts'

/** A picture made of given ones, the words that had no use, what could not be done, and from what it can be drawn again. */
export type Restyled = { pixels: Pixels; unused: string[]; notes: string[]; mark?: OwnMark }

/** Image to image: our own pictures are drawn again with the wish in them, others are worked on as they are. */
export async function restyle(job: PictureJob, studio: Studio): Promise<Restyled> {
  const [given] = job.references
  const done: Restyled[] = []
  const retouch = async (picture: Pixels, { wish, partly }: { wish: string; partly: boolean }, seed: number) => {
    const { width, height } = picture
    const job = { prompt: wish, width, height, seed, references: [picture] }
    // Where the rest of a wish is done, what cannot be is told, and the whole is not refused.
    const result = await rework(job, studio, true).catch((reason: unknown): Restyled => {
      if (!partly || !(reason instanceof Refusal)) throw reason
      return { pixels: picture, unused: [], notes: [`Not done: ${wish}.`] }
    })
    done.push(result)
    return result.pixels
  }
  const own = given && job.references.length === 1 ? await ownMarkOf(given, retouch) : undefined
  if (!own || !given) return rework(job, studio)
  const earlier = done.length
  const mark = { ...own, wishes: [...own.wishes, job.prompt] }
  await studio.breathe()
  done.length = 0
  const pixels = await drawnAgain(mark, given, retouch)
  // Whoever wished for something is not to get the same picture for an answer.
  if (isSamePicture(given, pixels))
    throw new Refusal(`Nothing changed: ${refusal(wishOf(readPrompt(job.prompt, job.seed)))}`)
  // What was told of earlier wishes was told then.
  const told = done.slice(earlier)
  const [unused, notes] = [told.flatMap((one) => one.unused), told.flatMap((one) => one.notes)]
  const isSameSize = given.width === job.width && given.height === job.height
  return isSameSize
    ? { pixels, unused, notes, mark }
    : { pixels: coverFit(pixels, job.width, job.height), unused, notes }
}

// The references' composition and colours, with what the prompt wants of light, land and style. `isOwn`: what is left of a wish
// about a picture of our own, of which it is known what is there.
async function rework(job: PictureJob, studio: Studio, isOwn = false): Promise<Restyled> {
  const brief = readPrompt(job.prompt, job.seed)
  const wish = wishOf(brief)
  const isAlone = job.references.length === 1
  if (wish.nothing && isAlone)
    throw new Refusal(
      `${isOwn && wish.removals.length > 0 ? 'Nothing of that name is in this picture. ' : ''}${refusal(wish)}`,
    )
  const given = coverFit(job.references[0] as Pixels, job.width, job.height)
  const ground = wish.crop ? cropped(given, wish.crop) : given
  if (wish.untouched && isAlone) return { pixels: ground, unused: brief.unused, notes: wish.notes }
  const edited = editPicture(ground, brief, job.seed)
  studio.step(0.2)
  await studio.breathe()
  // Without a named style the picture keeps its own: our usual one would only blur what was given.
  const inStyle = (pixels: Pixels) => (brief.styled ? stylePicture(pixels, brief.style, job.seed) : pixels)
  const styled = canvasOf(inStyle(edited))
  studio.step(0.6)
  await studio.breathe()
  layPrints(styled, printsOf(job.references, job.width, job.height).map(inStyle))
  // After the style, which would swallow things so small, and turn mist into shapes.
  openAtmosphere(brief, ground, job.seed).drawAir(styled.getContext('2d'), 1, 1)
  return { pixels: pixelsOf(styled), unused: brief.unused, notes: wish.notes }
}

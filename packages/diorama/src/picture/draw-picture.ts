import { sceneFrames } from '../film/scene-frames.ts'
import type { PictureJob, Pixels } from '../job.ts'
import { restyle } from '../references/restyle.ts'
import type { Studio } from '../threads/studio.ts'
import { encodePng } from './png.ts'

// A picture is the best still of a clip of the usual length.
const SECONDS = 5

/** Draws a picture, from its references where it has some, and gives it as a PNG, with the words that had no use. */
export async function drawPicture(job: PictureJob, studio: Studio): Promise<{ bytes: Uint8Array; unused: string[] }> {
  const { pixels, unused } =
    job.references.length > 0 ? { pixels: await restyle(job, studio), unused: [] } : await fromPrompt(job, studio)
  studio.step(0.85)
  await studio.breathe()
  return { bytes: encodePng(pixels), unused }
}

async function fromPrompt(job: PictureJob, studio: Studio): Promise<{ pixels: Pixels; unused: string[] }> {
  const frames = await sceneFrames({ ...job, seconds: SECONDS, still: true })
  studio.step(0.6)
  await studio.breathe()
  return { pixels: frames.frameAt(frames.coverAt), unused: frames.unused ?? [] }
}

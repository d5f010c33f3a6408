import { sceneFrames } from '../film/scene-frames.ts'
import type { PictureJob } from '../job.ts'
import type { Studio } from '../threads/studio.ts'
import { encodePng } from './png.ts'

/** Draws a picture and gives it as a PNG. */
export async function drawPicture(job: PictureJob, studio: Studio): Promise<Uint8Array> {
  const frames = await sceneFrames({ ...job, seconds: 5 })
  studio.step(0.6)
  await studio.breathe()
  const pixels = frames.frameAt(frames.coverAt)
  studio.step(0.8)
  await studio.breathe()
  return encodePng(pixels)
}

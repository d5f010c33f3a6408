import type { PictureJob, Pixels } from '../job.ts'
import { readPrompt } from '../reading/read-prompt.ts'
import { stylePicture } from '../scene/style-picture.ts'
import type { Studio } from '../threads/studio.ts'
import { openAtmosphere } from './atmosphere.ts'
import { collage } from './collage.ts'
import { canvasOf, pixelsOf } from './fit-picture.ts'

/** Image to image: the references' composition and colours, in the prompt's light, style and weather. */
export async function restyle(job: PictureJob, studio: Studio): Promise<Pixels> {
  const brief = readPrompt(job.prompt, job.seed)
  const ground = collage(job.references, job.width, job.height)
  const atmosphere = openAtmosphere(brief, ground, job.seed)
  const lit = canvasOf(ground)
  atmosphere.drawLight(lit.getContext('2d'), 1)
  studio.step(0.2)
  await studio.breathe()
  const styled = canvasOf(stylePicture(pixelsOf(lit), brief.style, job.seed))
  studio.step(0.7)
  await studio.breathe()
  // After the style, which would swallow things this small.
  atmosphere.drawAir(styled.getContext('2d'), 1, 1)
  return pixelsOf(styled)
}

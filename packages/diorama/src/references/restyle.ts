import type { PictureJob, Pixels } from '../job.ts'
import { readPrompt } from '../reading/read-prompt.ts'
import { stylePicture } from '../scene/style-picture.ts'
import type { Studio } from '../threads/studio.ts'
import { openAtmosphere } from './atmosphere.ts'
import { layPrints, printsOf } from './collage.ts'
import { canvasOf } from '../scene/canvas-of.ts'
import { coverFit, pixelsOf } from './fit-picture.ts'

/** Image to image: the references' composition and colours, in the prompt's light, style and weather. */
export async function restyle(job: PictureJob, studio: Studio): Promise<Pixels> {
  const brief = readPrompt(job.prompt, job.seed)
  const ground = coverFit(job.references[0] as Pixels, job.width, job.height)
  const atmosphere = openAtmosphere(brief, ground, job.seed)
  const lit = canvasOf(ground)
  atmosphere.drawLight(lit.getContext('2d'), 1)
  studio.step(0.2)
  await studio.breathe()
  const styled = canvasOf(stylePicture(pixelsOf(lit), brief.style, job.seed))
  studio.step(0.6)
  await studio.breathe()
  const prints = printsOf(job.references, job.width, job.height)
  layPrints(
    styled,
    prints.map((print) => stylePicture(print, brief.style, job.seed)),
  )
  // After the style, which would swallow things so small, and turn mist into shapes.
  atmosphere.drawAir(styled.getContext('2d'), 1, 1)
  return pixelsOf(styled)
}

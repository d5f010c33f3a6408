import type { Brief } from '../../brief.ts'
import type { Pixels } from '../../job.ts'
import { canvasOf } from '../../scene/canvas-of.ts'
import { pixelsOf } from '../fit-picture.ts'
import { panesIn } from '../seen/panes.ts'
import { skyOf } from '../seen/sky.ts'
import { waterOf } from '../seen/water.ts'
import { addThings } from './add-things.ts'
import { adjust } from './adjust.ts'
import { climateOf } from './climate.ts'
import { drawLamps } from './lamps.ts'
import { repaint } from './repaint.ts'
import type { Wish } from './wish.ts'

/** A given picture with what the prompt wants of it, before any style: its light and land, what is added, its colours. */
export async function editPicture(picture: Pixels, brief: Brief, wish: Wish, seed: number): Promise<Pixels> {
  const climate = climateOf(brief)
  if (!climate && wish.additions.length === 0) return adjust(picture, brief.edits)
  const sky = skyOf(picture)
  const water = climate ? waterOf(picture, sky) : undefined
  const lit = climate ? repaint(picture, climate, { sky, water }) : picture
  const canvas = canvasOf(lit)
  if (climate) drawLamps(canvas, climate, { sky, water, panes: climate.windows ? panesIn(picture, sky) : [] }, seed)
  await addThings(canvas, lit, sky, wish.additions)
  return adjust(pixelsOf(canvas), brief.edits)
}

import type { Brief } from '../../brief.ts'
import type { Pixels } from '../../job.ts'
import { canvasOf } from '../../scene/canvas-of.ts'
import { pixelsOf } from '../fit-picture.ts'
import { panesIn } from '../seen/panes.ts'
import { skyOf } from '../seen/sky.ts'
import { waterOf } from '../seen/water.ts'
import { recolourThings } from '../colour/recolour-things.ts'
import { addThings } from '../add/add-things.ts'
import { adjust } from './adjust.ts'
import { climateOf } from './climate.ts'
import { drawLamps } from './lamps.ts'
import { repaint } from './repaint.ts'
import type { Wish } from './wish.ts'

/** What came of a picture, and in sentences what did not. */
export type Edited = { pixels: Pixels; notes: string[] }

/** A given picture with what the prompt wants of it, before any style: its light and land, what is added, its colours. */
export async function editPicture(given: Pixels, brief: Brief, wish: Wish, seed: number): Promise<Edited> {
  const climate = climateOf(brief)
  if (!climate && wish.additions.length === 0 && wish.colours.length === 0)
    return { pixels: adjust(given, brief.edits), notes: [] }
  const sky = skyOf(given)
  const { pixels: picture, notes } = await recolourThings(given, wish.colours, sky)
  const water = climate ? waterOf(picture, sky) : undefined
  const lit = climate ? repaint(picture, climate, { sky, water }) : picture
  const canvas = canvasOf(lit)
  if (climate)
    drawLamps(canvas, climate, { sky, water, panes: climate.windows ? panesIn(picture, sky, water) : [] }, seed)
  const missed = await addThings(canvas, lit, sky, wish.additions)
  return { pixels: adjust(pixelsOf(canvas), brief.edits), notes: [...notes, ...missed] }
}

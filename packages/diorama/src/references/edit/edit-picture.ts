import type { Brief } from '../../brief.ts'
import type { Pixels } from '../../job.ts'
import { canvasOf } from '../../scene/canvas-of.ts'
import { pixelsOf } from '../fit-picture.ts'
import { windowsInside } from '../seen/indoors.ts'
import { panesIn } from '../seen/panes.ts'
import { skyOf } from '../seen/sky.ts'
import { waterOf } from '../seen/water.ts'
import { adjust } from './adjust.ts'
import { climateOf, type Climate } from './climate.ts'
import { drawLamps } from './lamps.ts'
import { repaint } from './repaint.ts'
import { lightRoom } from './room-light.ts'

// A room has its hour in its windows and lamps; the open air in its sky, its land and its water.
function inClimate(picture: Pixels, climate: Climate, seed: number): Pixels {
  const windows = windowsInside(picture)
  if (windows.length > 0) {
    const canvas = canvasOf(picture)
    lightRoom(canvas, climate, windows)
    return pixelsOf(canvas)
  }
  const sky = skyOf(picture)
  const water = waterOf(picture, sky)
  const canvas = canvasOf(repaint(picture, climate, { sky, water }))
  drawLamps(canvas, climate, { sky, water, panes: climate.windows ? panesIn(picture, sky, water) : [] }, seed)
  return pixelsOf(canvas)
}

/** A given picture with what the prompt wants of it as a whole, before any style: its light and land, its colours. */
export function editPicture(given: Pixels, brief: Brief, seed: number): Pixels {
  const climate = climateOf(brief)
  return adjust(climate ? inClimate(given, climate, seed) : given, brief.edits)
}

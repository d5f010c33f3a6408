import type { Brief } from '../../brief.ts'
import type { Pixels } from '../../job.ts'
import { canvasOf } from '../../scene/canvas-of.ts'
import { pixelsOf } from '../fit-picture.ts'
import { panesIn } from '../seen/panes.ts'
import { skyOf, type Sky } from '../seen/sky.ts'
import { waterOf } from '../seen/water.ts'
import { recolourThings } from '../colour/recolour-things.ts'
import { addThings, putInstead } from '../add/add-things.ts'
import { removeThings } from '../remove/remove-things.ts'
import { adjust } from './adjust.ts'
import { climateOf, type Climate } from './climate.ts'
import { drawLamps } from './lamps.ts'
import { lightRoom } from './room-light.ts'
import { windowsInside, type Window } from '../seen/indoors.ts'
import { repaint } from './repaint.ts'
import type { Wish } from './wish.ts'

/** What came of a picture, and in sentences what did not. */
export type Edited = {
  pixels: Pixels
  notes: string[]
  /** All that was to be taken out is still there. */
  stayed?: boolean
}

// In a room a pale wall is no sky.
const withoutSky = (sky: Sky): Sky => ({ ...sky, share: 0, at: () => 0, sun: undefined })

type Seen = { sky: Sky; windows: readonly Window[] }

// A room has its hour in its windows and lamps; the open air in its sky, its land and its water.
function inClimate(picture: Pixels, climate: Climate | undefined, { sky, windows }: Seen, seed: number) {
  if (!climate) return { lit: picture, canvas: canvasOf(picture) }
  if (windows.length > 0) {
    const canvas = canvasOf(picture)
    lightRoom(canvas, climate, windows)
    return { lit: picture, canvas }
  }
  const water = waterOf(picture, sky)
  const lit = repaint(picture, climate, { sky, water })
  const canvas = canvasOf(lit)
  drawLamps(canvas, climate, { sky, water, panes: climate.windows ? panesIn(picture, sky, water) : [] }, seed)
  return { lit, canvas }
}

/** A given picture with what the prompt wants of it, before any style: its light and land, what is added or gone, its colours. */
export async function editPicture(given: Pixels, brief: Brief, wish: Wish, seed: number): Promise<Edited> {
  const climate = climateOf(brief)
  if (!climate && wish.additions.length + wish.colours.length + wish.removals.length === 0)
    return { pixels: adjust(given, brief.edits), notes: [] }
  const { pixels: cleared, removed, notes: stayed } = await removeThings(given, wish.removals)
  const windows = climate ? windowsInside(cleared) : []
  const sky = windows.length > 0 ? withoutSky(skyOf(cleared)) : skyOf(cleared)
  const { pixels: picture, notes } = await recolourThings(cleared, wish.colours, sky)
  const { lit, canvas } = inClimate(picture, climate, { sky, windows }, seed)
  const missed = await addThings(canvas, lit, sky, wish.additions)
  const [place] = removed
  if (wish.instead && place) await putInstead(canvas, lit, wish.instead, place)
  const nothing = wish.removals.length > 0 && removed.length === 0
  return {
    pixels: adjust(pixelsOf(canvas), brief.edits),
    notes: [...stayed, ...notes, ...missed],
    ...(nothing && { stayed: true }),
  }
}

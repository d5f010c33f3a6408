import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { drawingOf } from '../../art.ts'
import type { Subject } from '../../brief.ts'
import type { Pixels } from '../../job.ts'
import { hasPart, regionsOf } from '../../part-regions.ts'
import { canvasOf } from '../../scene/canvas-of.ts'
import { recolour } from '../../scene/subjects/recolour.ts'
import { renderArt } from '../../scene/subjects/render-art.ts'
import { pixelsOf } from '../fit-picture.ts'
import { findDrawing, type Found } from '../seen/find-drawing.ts'
import { outlined } from '../seen/outlined.ts'
import { shapesOf } from '../seen/shapes-of.ts'
import type { Sky } from '../seen/sky.ts'
import type { ColourOrder } from './colour-orders.ts'
import { areaNamed, areaOfColour, areaOfPart, beyondOutline } from './find-area.ts'
import { stencil } from '../seen/stencil.ts'
import type { Plane } from '../plane.ts'
import { paintArea } from './paint-area.ts'

const MOST = 4
// Whose doors, roofs, wheels and sails are known.
const OWNERS = [
  'house',
  'house-with-garden',
  'cabin',
  'barn',
  'hut',
  'castle',
  'church',
  'windmill',
  'lighthouse',
  'automobile',
  'bicycle',
  'sailboat',
]

export const asSubject = (art: string): Subject => {
  const { label = art, kind = '' } = drawingOf(art) ?? {}
  return { art, label, kind, count: 1, scale: 'normal' }
}

/** Gives single things of a picture other colours. What could not be found is told, and the picture left alone there. */
export async function recolourThings(
  picture: Pixels,
  orders: readonly ColourOrder[],
  sky: Sky,
): Promise<{ pixels: Pixels; notes: string[] }> {
  const pixels = { ...picture, rgba: new Uint8Array(picture.rgba) }
  const notes: string[] = []
  for (const order of orders)
    if (!(await obey(pixels, order, sky)))
      notes.push(`diorama did not find ${order.said} in the picture: its colour stayed as it was.`)
  return { pixels, notes }
}

async function obey(pixels: Pixels, order: ColourOrder, sky: Sky): Promise<boolean> {
  const { target, from, to } = order
  if (target.kind === 'thing' && (await recolourDrawings(pixels, target.art, order, sky))) return true
  if (target.kind === 'part' && (await recolourPart(pixels, target.part, to))) return true
  const area =
    (target.kind === 'area' ? areaNamed(pixels, sky, target.area) : undefined) ??
    (target.kind === 'part' ? areaOfPart(pixels, sky, target.part) : undefined) ??
    (from === undefined ? undefined : areaOfColour(pixels, sky, from))
  if (area) paintArea(pixels, area, to)
  return area !== undefined
}

async function recolourDrawings(pixels: Pixels, art: string, { to, several }: ColourOrder, sky: Sky): Promise<boolean> {
  const shapes = await shapesOf(asSubject(art))
  const found: Found[] = []
  while (found.length < (several ? MOST : 1)) {
    const next = findDrawing(pixels, found.length === 0 ? shapes : [found[0]?.shape as Canvas], found)
    if (!next) break
    found.push(next)
  }
  for (const one of found) paintWithin(pixels, one, (piece) => recolour(piece, to), beyondOutline(pixels, one, sky))
  return found.length > 0
}

async function recolourPart(pixels: Pixels, part: string, to: string): Promise<boolean> {
  const owners = OWNERS.filter((art) => hasPart(art, part))
  const shapes = await Promise.all(
    owners.map(async (art) => {
      const box = drawingOf(art)?.box ?? { width: 128, height: 128 }
      const by = 96 / Math.max(box.width, box.height)
      return { art, shape: await renderArt(art, box.width * by, box.height * by) }
    }),
  )
  const found = findDrawing(
    pixels,
    shapes.map(({ shape }) => shape),
  )
  const art = shapes.find(({ shape }) => shape === found?.shape)?.art
  if (!found || art === undefined) return false
  paintWithin(pixels, found, (piece) => recolourRegions(piece, { art, part, to, found }))
  return true
}

type Part = { art: string; part: string; to: string; found: Found }

function recolourRegions(piece: Canvas, { art, part, to, found }: Part): void {
  const box = drawingOf(art)?.box ?? { x: 0, y: 0, width: 128, height: 128 }
  const [across, down] = [found.width / box.width, found.height / box.height]
  for (const region of regionsOf(art, part)) {
    const cut = createCanvas(piece.width, piece.height)
    const context = cut.getContext('2d')
    context.beginPath()
    for (const [x, y] of region) {
      const u = (x - box.x) * across
      context.lineTo(found.x + (found.flipped ? found.width - u : u), found.y + (y - box.y) * down)
    }
    context.closePath()
    context.clip()
    context.drawImage(piece, 0, 0)
    recolour(cut, to)
    piece.getContext('2d').drawImage(cut, 0, 0)
  }
}

// Cuts out what the drawing covers, changes it, and lays it back.
function paintWithin(pixels: Pixels, found: Found, change: (piece: Canvas) => void, more?: Plane): void {
  const piece = outlined(pixels, found, 0.035)
  const context = piece.getContext('2d')
  if (more) context.drawImage(stencil(more), 0, 0, piece.width, piece.height)
  const whole = canvasOf(pixels)
  context.globalCompositeOperation = 'source-in'
  context.drawImage(whole, 0, 0)
  context.globalCompositeOperation = 'source-over'
  change(piece)
  whole.getContext('2d').drawImage(piece, 0, 0)
  pixels.rgba.set(pixelsOf(whole).rgba)
}

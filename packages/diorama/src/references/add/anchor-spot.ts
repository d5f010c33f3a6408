import { createCanvas } from '@napi-rs/canvas'
import type { Pixels } from '../../job.ts'
import { metresOf, shownMetres } from '../../staging/real-sizes.ts'
import { asSubject } from '../colour/recolour-things.ts'
import { sampleAt } from '../plane.ts'
import { findDrawing, type Found } from '../seen/find-drawing.ts'
import { regionsOf } from '../seen/regions.ts'
import { headsOf, shapesOf } from '../seen/shapes-of.ts'
import type { Sky } from '../seen/sky.ts'
import { waterOf } from '../seen/water.ts'
import type { Anchor } from './additions.ts'

/**
 * Where something stands that is added to something: the middle of its foot in pixels, how wide the place is, and how many
 * pixels a metre (as it is shown) has there, where that is known.
 */
export type AnchorSpot = {
  x: number
  foot: number
  room: number
  metre: number | undefined
  worn: boolean
  afloat: boolean
}

const BUILDINGS = [
  'house',
  'house-with-garden',
  'cabin',
  'barn',
  'hut',
  'castle',
  'church',
  'windmill',
  'lighthouse',
  'classical-building',
  'convenience-store',
  'school',
  'hospital',
  'derelict-house',
]
const TABLES = ['table']

async function foundOf(picture: Pixels, arts: readonly string[]): Promise<(Found & { art: string }) | undefined> {
  const shapes = (
    await Promise.all(arts.map(async (art) => (await shapesOf(asSubject(art))).map((shape) => ({ art, shape }))))
  ).flat()
  const found = findDrawing(
    picture,
    shapes.map(({ shape }) => shape),
  )
  const art = shapes.find(({ shape }) => shape === found?.shape)?.art
  return found && art !== undefined ? { ...found, art } : undefined
}

// The height of a found drawing's upper edge at a share of its width.
function edgeAt({ shape, flipped, y, height }: Found, across: number): number {
  const data = shape.getContext('2d').getImageData(0, 0, shape.width, shape.height).data
  const column = Math.min(shape.width - 1, Math.max(0, Math.round((flipped ? 1 - across : across) * shape.width)))
  for (let row = 0; row < shape.height; row++)
    if ((data[(row * shape.width + column) * 4 + 3] as number) > 150) return y + (row / shape.height) * height
  return y + height / 2
}

function metreOf({ art, height }: Found & { art: string }): number {
  return height / shownMetres(metresOf(asSubject(art)))
}

// Where on the edge it is fairly level: a ridge, a table top, a back.
function levelSpot(found: Found): { across: number; y: number } {
  const spots = [0.5, 0.4, 0.6, 0.32, 0.68].map((across) => {
    const y = edgeAt(found, across)
    const slope = Math.abs(edgeAt(found, across - 0.08) - y) + Math.abs(edgeAt(found, across + 0.08) - y)
    return { across, y, cost: slope / found.height + (y - found.y) / found.height }
  })
  return spots.reduce((best, one) => (one.cost < best.cost - 0.02 ? one : best))
}

const spot = (part: Partial<AnchorSpot> & { x: number; foot: number; room: number }): AnchorSpot => ({
  metre: undefined,
  worn: false,
  afloat: false,
  ...part,
})

function besideFound(
  found: Found & { art: string },
  { kind }: Anchor,
  side: 'left' | 'right' | undefined,
  picture: Pixels,
): AnchorSpot {
  const { x, y, width, height } = found
  const metre = metreOf(found)
  const middle = x + width / 2
  const room = width
  switch (kind) {
    case 'over':
      return spot({ x: middle, foot: Math.max(picture.height * 0.12, y - height * 0.12), room, metre })
    case 'under':
      return spot({ x: middle + width * 0.24 * (side === 'left' ? -1 : 1), foot: y + height * 1.02, room, metre })
    case 'in-front-of':
      return spot({ x: middle - width * 0.1, foot: Math.min(picture.height * 0.97, y + height * 1.08), room, metre })
    case 'beside':
    case 'behind': {
      const toRight = side ? side === 'right' : picture.width - (x + width) > x
      return spot({ x: toRight ? x + width * 1.3 : x - width * 0.3, foot: y + height * 0.99, room, metre })
    }
    case 'on':
    case 'in':
    case 'worn': {
      const level = levelSpot(found)
      return spot({ x: x + level.across * width, foot: level.y + height * 0.03, room: width * 0.6, metre })
    }
  }
}

// The largest calm region of the lower half that no horizon cuts: a table's top as it is seen from above.
function tableIn(picture: Pixels): AnchorSpot | undefined {
  const { width, height, regions } = regionsOf(picture, { step: 0.09 })
  const [top] = regions
    .filter((one) => one.bottom > height * 0.6 && (one.top + one.bottom) / 2 > height * 0.55)
    .toSorted((a, b) => b.area - a.area)
  if (!top || top.area < width * height * 0.04) return undefined
  const scale = picture.width / width
  const [near, far] = [Math.min(top.bottom, height * 0.97), top.top]
  const wide = (top.right - top.left) * scale
  return spot({ x: ((top.left + top.right) / 2) * scale, foot: (far + (near - far) * 0.5) * scale, room: wide })
}

function waterIn(picture: Pixels, sky: Sky): AnchorSpot | undefined {
  const water = waterOf(picture, sky)
  if (!water) return undefined
  let best: { x: number; y: number; run: number } | undefined
  for (let y = 0.3; y < 0.95; y += 0.03)
    for (let x = 0.15; x < 0.9; x += 0.05) {
      let run = 0
      for (let off = -0.14; off <= 0.14; off += 0.02)
        run += sampleAt(water, (x + off) * (water.width - 1), y * (water.height - 1)) / 15
      const score = run - Math.abs(y - 0.66) * 0.5 - Math.abs(Math.abs(x - 0.5) - 0.15) * 0.2
      if (run > 0.7 && (!best || score > best.run)) best = { x, y, run: score }
    }
  return (
    best && spot({ x: best.x * picture.width, foot: best.y * picture.height, room: picture.width * 0.4, afloat: true })
  )
}

// The highest of what stands against the sky.
function skyline(picture: Pixels, sky: Sky): AnchorSpot | undefined {
  if (sky.share === 0) return undefined
  const edge = (x: number) => {
    let y = 0.02
    while (y < 0.9 && sky.at(x, y) > 0.5) y += 0.01
    return y
  }
  const spots = Array.from({ length: 33 }, (_, index) => 0.1 + (0.8 * index) / 32)
    .map((x) => ({ x, y: edge(x), flat: Math.abs(edge(x - 0.03) - edge(x)) + Math.abs(edge(x + 0.03) - edge(x)) }))
    .filter(({ y }) => y > 0.12)
  const [best] = spots.toSorted((a, b) => a.y + a.flat - (b.y + b.flat))
  return best && best.y < sky.lowest - 0.06
    ? spot({ x: best.x * picture.width, foot: best.y * picture.height + 2, room: picture.width * 0.3 })
    : undefined
}

/** Finds what an anchor names; nothing where the picture does not show it, as far as can be told. */
export async function anchorSpot(
  picture: Pixels,
  sky: Sky,
  anchor: Anchor,
  side: 'left' | 'right' | undefined,
): Promise<AnchorSpot | undefined> {
  if (anchor.kind === 'worn') return headSpot(picture, anchor)
  if (anchor.place === 'roof') {
    const found = await foundOf(picture, BUILDINGS)
    return found ? besideFound(found, { ...anchor, kind: 'on' }, side, picture) : skyline(picture, sky)
  }
  if (anchor.place === 'table' || anchor.art === 'table') {
    const found = anchor.kind === 'on' || anchor.kind === 'in' ? await foundOf(picture, TABLES) : undefined
    return found ? besideFound(found, { ...anchor, kind: 'on' }, side, picture) : tableIn(picture)
  }
  if (anchor.place === 'water') return waterIn(picture, sky)
  if (anchor.art === undefined) return undefined
  const found = await foundOf(picture, [anchor.art])
  return found && besideFound(found, anchor, side, picture)
}

async function headSpot(picture: Pixels, { art = '' }: Anchor): Promise<AnchorSpot | undefined> {
  const subject = asSubject(art)
  const whole = await shapesOf(subject)
  const heads = await headsOf(subject)
  const found = findDrawing(picture, [...heads, ...whole])
  if (!found) return undefined
  const bust = found.height < found.width * 1.6
  const wide = found.width * (bust ? 0.78 : 0.5)
  const top = topOf(found)
  return spot({ x: top.x, foot: top.y + wide * 0.22, room: wide, worn: true })
}

// The crown of a head: the highest painted place, and the middle of what is painted a little below it.
function topOf({ shape, x, y, width, height, flipped }: Found): { x: number; y: number } {
  const flat = createCanvas(shape.width, shape.height)
  flat.getContext('2d').drawImage(shape, 0, 0)
  const data = flat.getContext('2d').getImageData(0, 0, shape.width, shape.height).data
  const row = Math.round(shape.height * 0.1)
  const columns = Array.from({ length: shape.width }, (_, column) => column).filter(
    (column) => (data[(row * shape.width + column) * 4 + 3] as number) > 150,
  )
  const middle = columns.length > 0 ? ((columns[0] as number) + (columns.at(-1) as number)) / 2 / shape.width : 0.5
  return { x: x + (flipped ? 1 - middle : middle) * width, y: y + height * 0.02 }
}

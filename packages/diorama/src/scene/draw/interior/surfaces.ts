import type { SKRSContext2D } from '@napi-rs/canvas'
import { alpha, mix, type Colour } from '../../colour.ts'
import type { Sheet } from '../../layers.ts'
import type { Stage } from '../../stage.ts'
import { flatGround } from '../ground.ts'
import { indoors } from '../indoor-light.ts'
import { reach } from '../reach.ts'

export type WallKind = 'plaster' | 'panels' | 'tiles' | 'bricks' | 'stone' | 'planks' | 'metal'
export type FloorKind = 'boards' | 'tiles' | 'chequers' | 'slabs' | 'plain'

const COURSES: Partial<Record<WallKind, { wide: number; tall: number }>> = {
  tiles: { wide: 5, tall: 5 },
  bricks: { wide: 6, tall: 2.6 },
  stone: { wide: 13, tall: 7 },
}

/** A wall down to `bottom`, of what it is made of. */
export function paintWall(
  context: SKRSContext2D,
  stage: Stage,
  wall: { colour: Colour; kind: WallKind },
  bottom: number,
): void {
  const { unit } = stage
  const { from, to } = reach(stage)
  const colour = indoors(stage, wall.colour)
  const fill = context.createLinearGradient(0, 0, 0, bottom)
  fill.addColorStop(0, mix(colour, '#2a1a30', 0.2))
  fill.addColorStop(0.6, colour)
  fill.addColorStop(1, mix(colour, '#ffffff', 0.1))
  context.fillStyle = fill
  context.fillRect(from, -stage.margin, to - from, bottom + stage.margin)
  const seam = alpha(mix(colour, '#1a1020', 0.6), 0.2)
  context.strokeStyle = seam
  context.fillStyle = seam
  context.lineWidth = Math.max(1, unit * 0.16)
  const course = COURSES[wall.kind]
  if (course) return layCourses(context, stage, { ...course, bottom, straight: wall.kind === 'tiles' })
  if (wall.kind === 'panels') return panels(context, stage, colour, bottom)
  const step = wall.kind === 'planks' ? 6 : 22
  if (wall.kind === 'plaster') return
  for (let x = from; x < to; x += unit * step) {
    context.fillRect(x, -stage.margin, unit * 0.3, bottom + stage.margin)
    // Rivets.
    for (let y = bottom - unit * 4; wall.kind === 'metal' && y > 0; y -= unit * 8)
      context.fillRect(x + unit * 1.4, y, unit * 0.6, unit * 0.6)
  }
}

type Courses = { wide: number; tall: number; bottom: number; straight: boolean }

function layCourses(context: SKRSContext2D, stage: Stage, { wide, tall, bottom, straight }: Courses): void {
  const { unit, margin } = stage
  const { from, to } = reach(stage)
  const random = stage.random.fork('courses')
  for (let row = 0, y = bottom; y > -margin; row++, y -= tall * unit) {
    const shift = straight ? 0 : (row % 2) * wide * 0.5
    for (let x = from - shift * unit; x < to; x += wide * unit) {
      if (!straight && random.chance(0.16)) {
        context.fillStyle = alpha(random.chance(0.5) ? '#ffffff' : '#1a1020', 0.07)
        context.fillRect(x, y - tall * unit, wide * unit, tall * unit)
      }
      context.strokeRect(x, y - tall * unit, wide * unit, tall * unit)
    }
  }
}

function panels(context: SKRSContext2D, stage: Stage, colour: Colour, bottom: number): void {
  const { unit } = stage
  const { from, to } = reach(stage)
  const high = unit * 15
  context.fillStyle = alpha(mix(colour, '#3a2218', 0.5), 0.5)
  context.fillRect(from, bottom - high, to - from, high)
  context.strokeStyle = alpha(mix(colour, '#1a1020', 0.7), 0.3)
  for (let x = from; x < to; x += unit * 10)
    context.strokeRect(x + unit, bottom - high + unit * 1.6, unit * 8, high - unit * 3)
  context.fillStyle = alpha('#fff4e0', 0.35)
  context.fillRect(from, bottom - high - unit * 0.6, to - from, unit * 0.6)
}

// Rooms are this many units high; above it, a tall picture shows the ceiling.
const CEILING = 60

/** The ceiling of a room in a tall picture, where a wall up to the edge would be bare. */
export function paintCeiling(context: SKRSContext2D, stage: Stage, wall: Colour, floor: number): void {
  const { unit, width, margin } = stage
  const { from, to } = reach(stage)
  const bottom = floor - unit * CEILING
  if (bottom < unit * 6) return
  const colour = indoors(stage, mix(wall, '#fff8ec', 0.4))
  const fill = context.createLinearGradient(0, 0, 0, bottom)
  fill.addColorStop(0, mix(colour, '#2a1a30', 0.3))
  fill.addColorStop(1, mix(colour, '#2a1a30', 0.1))
  context.fillStyle = fill
  context.fillRect(from, -margin, to - from, bottom + margin)
  context.strokeStyle = alpha('#2a1a20', 0.16)
  context.lineWidth = Math.max(1, unit * 0.3)
  for (let i = -8; i <= 8; i++) {
    context.beginPath()
    context.moveTo(width / 2 + i * unit * 14, bottom)
    context.lineTo(width / 2 + i * unit * 34, -margin)
    context.stroke()
  }
  context.fillStyle = mix(colour, '#ffffff', 0.4)
  context.fillRect(from, bottom, to - from, unit * 1.8)
  context.fillStyle = alpha('#2a1a20', 0.18)
  context.fillRect(from, bottom + unit * 1.8, to - from, unit * 0.6)
}

function seams(context: SKRSContext2D, stage: Stage, top: number, kind: FloorKind): void {
  const { unit, width, height, margin } = stage
  const { from, to } = reach(stage)
  const bottom = height + margin
  const line = (x0: number, y0: number, x1: number, y1: number) => {
    context.beginPath()
    context.moveTo(x0, y0)
    context.lineTo(x1, y1)
    context.stroke()
  }
  const deep = bottom - top
  const rows = [0, 0.1, 0.24, 0.44, 0.7, 1].map((share) => top + deep * share)
  if (kind === 'chequers') {
    const at = (i: number, y: number) => width / 2 + i * unit * (8 + (8 * (y - top)) / deep)
    rows.slice(0, -1).forEach((y, row) => {
      const next = rows[row + 1] ?? bottom
      for (let i = -16; i < 16; i++) {
        if ((i + row) % 2 === 0) continue
        context.beginPath()
        context.moveTo(at(i, y), y)
        context.lineTo(at(i + 1, y), y)
        context.lineTo(at(i + 1, next), next)
        context.lineTo(at(i, next), next)
        context.fill()
      }
    })
    return
  }
  if (kind === 'plain') return
  const step = kind === 'boards' ? 7 : 13
  for (let i = -18; i <= 18; i++) line(width / 2 + i * unit * step, top, width / 2 + i * unit * step * 2, bottom)
  if (kind !== 'boards') for (const y of rows) line(from, y, to, y)
}

/** A floor from the wall to the lower edge. */
export function floorSheet(
  stage: Stage,
  top: number,
  floor: { colour: Colour; kind: FloorKind },
  skirting: Colour | undefined,
): Sheet {
  const { unit } = stage
  const { from, to } = reach(stage)
  const colour = indoors(stage, floor.colour)
  return {
    kind: 'sheet',
    role: 'land',
    depth: 0.86,
    top: top - unit * 3,
    solidFrom: top,
    shadow: 0.7,
    draw(context) {
      if (skirting) {
        context.fillStyle = indoors(stage, skirting)
        context.fillRect(from, top - unit * 1.8, to - from, unit * 2)
      }
      flatGround(context, stage, top, [mix(colour, stage.light.shadow, 0.22), mix(colour, '#ffe6c0', 0.1)])
      context.strokeStyle = alpha(stage.light.shadow, 0.22)
      context.fillStyle = alpha(stage.light.shadow, 0.24)
      context.lineWidth = Math.max(1, unit * 0.14)
      seams(context, stage, top, floor.kind)
    },
  }
}

import type { SKRSContext2D } from '@napi-rs/canvas'
import { hasFeature } from '../../places.ts'
import { mix, type Colour } from '../colour.ts'
import { polygon } from '../draw/shapes.ts'
import type { Stage } from '../stage.ts'
import { onTop, type Block } from './block.ts'

/** A box on the block: its near and far edges along both sides, from which height to which. */
export type Cuboid = { u: [number, number]; v: [number, number]; from?: number; high: number; colour: Colour }

/** Draws a box: its top lightest, its right side in the shade. */
export function drawCuboid(context: SKRSContext2D, block: Block, { u, v, from = 0, high, colour }: Cuboid): void {
  const at = (a: number, b: number, lift: number) => onTop(block, a, b, lift * block.half)
  const side = (points: { x: number; y: number }[], tone: Colour) => {
    context.fillStyle = tone
    polygon(context, points)
    context.fill()
  }
  const top = from + high
  side(
    [at(u[0], v[1], from), at(u[1], v[1], from), at(u[1], v[1], top), at(u[0], v[1], top)],
    mix(colour, '#ffffff', 0.06),
  )
  side(
    [at(u[1], v[1], from), at(u[1], v[0], from), at(u[1], v[0], top), at(u[1], v[1], top)],
    mix(colour, '#191726', 0.26),
  )
  side(
    [at(u[0], v[0], top), at(u[1], v[0], top), at(u[1], v[1], top), at(u[0], v[1], top)],
    mix(colour, '#ffffff', 0.3),
  )
}

function bed(context: SKRSContext2D, block: Block): void {
  drawCuboid(context, block, { u: [-0.92, -0.2], v: [-0.92, -0.84], high: 0.26, colour: '#9a6a42' })
  drawCuboid(context, block, { u: [-0.92, -0.2], v: [-0.84, 0.34], high: 0.1, colour: '#a8774c' })
  drawCuboid(context, block, { u: [-0.92, -0.2], v: [-0.84, 0.34], from: 0.1, high: 0.06, colour: '#f3efe6' })
  drawCuboid(context, block, { u: [-0.93, -0.19], v: [-0.42, 0.35], from: 0.15, high: 0.03, colour: '#6f8fc2' })
  drawCuboid(context, block, { u: [-0.84, -0.6], v: [-0.8, -0.56], from: 0.16, high: 0.04, colour: '#ffffff' })
  drawCuboid(context, block, { u: [-0.5, -0.26], v: [-0.8, -0.56], from: 0.16, high: 0.04, colour: '#ffffff' })
}

function shelves(context: SKRSContext2D, block: Block): void {
  drawCuboid(context, block, { u: [-0.97, -0.8], v: [-0.5, 0.7], high: 0.62, colour: '#8a5c38' })
  const spines = ['#c9584a', '#4a78b0', '#d9a441', '#5a9a6a', '#8a62a8'] as const
  for (const [row, lift] of [0.06, 0.25, 0.44].entries()) {
    for (let i = 0; i < 9; i++) {
      const from = -0.44 + i * 0.125
      const colour = spines[(i * 2 + row) % spines.length] ?? '#c9584a'
      drawCuboid(context, block, { u: [-0.86, -0.79], v: [from, from + 0.09], from: lift, high: 0.13, colour })
    }
  }
}

function counter(context: SKRSContext2D, block: Block): void {
  drawCuboid(context, block, { u: [-0.95, 0.9], v: [-0.95, -0.6], high: 0.27, colour: '#6f9a8c' })
  drawCuboid(context, block, { u: [-0.97, 0.92], v: [-0.97, -0.58], from: 0.27, high: 0.03, colour: '#e9e2d4' })
  drawCuboid(context, block, { u: [-0.95, -0.55], v: [-0.95, -0.62], high: 0.72, colour: '#dfe4e8' })
}

function sofa(context: SKRSContext2D, block: Block): void {
  drawCuboid(context, block, { u: [-0.92, -0.74], v: [-0.6, 0.5], high: 0.34, colour: '#c27a5e' })
  drawCuboid(context, block, { u: [-0.74, -0.4], v: [-0.6, 0.5], high: 0.16, colour: '#d08a6c' })
  drawCuboid(context, block, { u: [-0.92, -0.4], v: [-0.74, -0.6], high: 0.24, colour: '#b86f54' })
  drawCuboid(context, block, { u: [-0.92, -0.4], v: [0.5, 0.64], high: 0.24, colour: '#b86f54' })
}

/** What a room of this kind has along its walls. */
export function drawFurniture(context: SKRSContext2D, block: Block, { brief }: Stage): void {
  if (hasFeature(brief, 'bed')) return bed(context, block)
  if (hasFeature(brief, 'kitchen')) return counter(context, block)
  if (hasFeature(brief, 'bookshelves')) return shelves(context, block)
  sofa(context, block)
}

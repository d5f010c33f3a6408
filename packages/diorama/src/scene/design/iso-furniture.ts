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

// A counter before shelves of goods: a shop, a bakery, a café.
function shop(context: SKRSContext2D, block: Block): void {
  const goods = ['#d9a05a', '#c97f3f', '#e8c48a', '#b8683a', '#e2b36a'] as const
  drawCuboid(context, block, { u: [-0.97, -0.8], v: [-0.9, 0.85], high: 0.66, colour: '#9a6a42' })
  for (const [row, lift] of [0.1, 0.3, 0.5].entries()) {
    for (let i = 0; i < 8; i++) {
      const from = -0.82 + i * 0.2
      const colour = goods[(i + row * 2) % goods.length] ?? '#d9a05a'
      drawCuboid(context, block, { u: [-0.86, -0.78], v: [from, from + 0.13], from: lift, high: 0.09, colour })
    }
  }
  drawCuboid(context, block, { u: [-0.45, -0.2], v: [-0.8, 0.5], high: 0.27, colour: '#b98a5e' })
  drawCuboid(context, block, { u: [-0.48, -0.17], v: [-0.83, 0.53], from: 0.27, high: 0.03, colour: '#f1e6d2' })
  drawCuboid(context, block, { u: [-0.42, -0.24], v: [-0.7, -0.2], from: 0.3, high: 0.12, colour: '#cfe4ea' })
  drawCuboid(context, block, { u: [-0.4, -0.26], v: [0.1, 0.3], from: 0.3, high: 0.1, colour: '#6b6f7d' })
}

// A counter with a belt that carries plates, stools before it, lanterns over it.
function sushiBar(context: SKRSContext2D, block: Block): void {
  drawCuboid(context, block, { u: [-0.97, -0.86], v: [-0.9, 0.8], high: 0.6, colour: '#7a4b32' })
  drawCuboid(context, block, { u: [-0.55, -0.2], v: [-0.92, 0.62], high: 0.26, colour: '#8f5a3a' })
  drawCuboid(context, block, { u: [-0.57, -0.18], v: [-0.94, 0.64], from: 0.26, high: 0.03, colour: '#e6c79c' })
  drawCuboid(context, block, { u: [-0.46, -0.29], v: [-0.92, 0.62], from: 0.29, high: 0.015, colour: '#4a4d58' })
  for (let i = 0; i < 7; i++) {
    const at = onTop(block, -0.375, -0.8 + i * 0.22, 0.32 * block.half)
    const size = block.half * 0.05
    for (const [dy, wide, tone] of [
      [0, 1, '#fbf7f0'],
      [-0.35, 0.62, '#fffdf8'],
      [-0.62, 0.58, i % 2 === 0 ? '#ef8a5c' : '#d9474a'],
    ] as const) {
      context.fillStyle = tone
      context.beginPath()
      context.ellipse(at.x, at.y + dy * size, size * wide, size * wide * 0.5, 0, 0, Math.PI * 2)
      context.fill()
    }
  }
  for (const v of [-0.75, -0.35, 0.05, 0.45]) {
    drawCuboid(context, block, { u: [-0.04, 0.02], v: [v, v + 0.06], high: 0.13, colour: '#5a4234' })
    drawCuboid(context, block, { u: [-0.09, 0.07], v: [v - 0.05, v + 0.11], from: 0.13, high: 0.03, colour: '#c94b45' })
  }
}

const SHOPS = /shop|bakery|cafe|store|boutique|market|florist|pharmacy|bookshop|coffee/
const EATING = /restaurant|sushi|ramen|diner|bar$|pub|pizzeria/

/** What a room of this kind has along its walls. */
export function drawFurniture(context: SKRSContext2D, block: Block, { brief }: Stage): void {
  if (hasFeature(brief, 'bed')) return bed(context, block)
  if (hasFeature(brief, 'kitchen')) return counter(context, block)
  if (brief.places.some((place) => EATING.test(place))) return sushiBar(context, block)
  if (brief.places.some((place) => SHOPS.test(place))) return shop(context, block)
  if (hasFeature(brief, 'bookshelves')) return shelves(context, block)
  sofa(context, block)
}

import type { SKRSContext2D } from '@napi-rs/canvas'
import { alpha, mix, type Colour } from '../colour.ts'
import type { Random } from '../random.ts'
import { glow, polygon } from './shapes.ts'

type Spot = { x: number; foot: number; size: number }

const SPINES = ['#b5483f', '#3f6f8f', '#e0a33d', '#5d8a5a', '#7d5a8f', '#efe0c4', '#2f4a66', '#cf7d55'] as const

/** A shelf of books with a few odds and ends. */
export function bookshelf(
  context: SKRSContext2D,
  random: Random,
  box: { x: number; y: number; width: number; height: number },
  rows: number,
): void {
  context.fillStyle = '#8a5a3a'
  context.fillRect(box.x, box.y, box.width, box.height)
  const row = box.height / rows
  for (let r = 0; r < rows; r++) {
    const top = box.y + r * row
    const board = row * 0.08
    context.fillStyle = '#5d3a26'
    context.fillRect(box.x + board, top + board, box.width - board * 2, row - board)
    for (let x = box.x + board * 1.5; x < box.x + box.width - board * 2.5;) {
      const wide = row * random.between(0.09, 0.2)
      if (random.chance(0.1)) {
        x += wide * 2
        continue
      }
      const tall = row * random.between(0.55, 0.82)
      const shown = Math.min(wide, box.x + box.width - board * 1.5 - x)
      context.fillStyle = random.pick(SPINES)
      context.fillRect(x, top + row - tall, shown * 0.92, tall)
      context.fillStyle = 'rgba(255,240,200,0.35)'
      context.fillRect(x, top + row - tall * 0.8, shown * 0.92, tall * 0.05)
      x += wide
    }
    context.fillStyle = '#9a6a46'
    context.fillRect(box.x, top + row - board * 0.4, box.width, board)
  }
}

/** A plant in a pot. */
export function pottedPlant(context: SKRSContext2D, random: Random, spot: Spot, leaf: Colour): void {
  const { x, foot, size } = spot
  for (let i = 0; i < 11; i++) {
    const angle = -Math.PI / 2 + (i / 10 - 0.5) * 2.5 + random.between(-0.1, 0.1)
    const long = size * random.between(0.45, 0.75)
    const end = { x: x + Math.cos(angle) * long, y: foot - size * 0.32 + Math.sin(angle) * long }
    const bend = { x: x + Math.cos(angle) * long * 0.5, y: foot - size * 0.32 + Math.sin(angle) * long * 0.62 }
    context.fillStyle = mix(leaf, i % 2 === 0 ? '#123a2c' : '#d8f0a0', 0.16)
    context.beginPath()
    context.moveTo(x, foot - size * 0.3)
    context.quadraticCurveTo(bend.x - long * 0.12, bend.y, end.x, end.y)
    context.quadraticCurveTo(bend.x + long * 0.14, bend.y + long * 0.06, x, foot - size * 0.3)
    context.fill()
  }
  context.fillStyle = '#c56b45'
  polygon(context, [
    { x: x - size * 0.2, y: foot - size * 0.34 },
    { x: x + size * 0.2, y: foot - size * 0.34 },
    { x: x + size * 0.14, y: foot },
    { x: x - size * 0.14, y: foot },
  ])
  context.fill()
  context.fillStyle = '#d98560'
  context.fillRect(x - size * 0.23, foot - size * 0.38, size * 0.46, size * 0.09)
}

/** A floor or desk lamp with a warm shade. */
export function lamp(context: SKRSContext2D, spot: Spot, shade: Colour, lit: boolean): void {
  const { x, foot, size } = spot
  const top = foot - size
  if (lit) glow(context, { x, y: top + size * 0.14, radius: size * 0.62 }, alpha('#ffdf9a', 0.6), alpha('#ffdf9a', 0))
  context.fillStyle = '#4a3a34'
  context.fillRect(x - size * 0.012, top + size * 0.2, size * 0.024, size * 0.78)
  context.beginPath()
  context.ellipse(x, foot - size * 0.015, size * 0.12, size * 0.03, 0, 0, Math.PI * 2)
  context.fill()
  context.fillStyle = lit ? mix(shade, '#fff2c0', 0.5) : shade
  polygon(context, [
    { x: x - size * 0.09, y: top },
    { x: x + size * 0.09, y: top },
    { x: x + size * 0.17, y: top + size * 0.24 },
    { x: x - size * 0.17, y: top + size * 0.24 },
  ])
  context.fill()
}

/** A soft sofa. */
export function sofa(context: SKRSContext2D, spot: Spot, colour: Colour): void {
  const { x, foot, size } = spot
  const box = (dx: number, dy: number, w: number, h: number, tone: Colour) => {
    context.fillStyle = tone
    context.beginPath()
    context.roundRect(x + dx * size, foot - dy * size, w * size, h * size, size * 0.05)
    context.fill()
  }
  box(-0.44, 0.42, 0.88, 0.3, mix(colour, '#1a1020', 0.14))
  box(-0.42, 0.22, 0.41, 0.13, mix(colour, '#ffffff', 0.1))
  box(0.01, 0.22, 0.41, 0.13, mix(colour, '#ffffff', 0.1))
  box(-0.5, 0.28, 0.12, 0.26, colour)
  box(0.38, 0.28, 0.12, 0.26, colour)
  box(-0.42, 0.11, 0.84, 0.08, mix(colour, '#1a1020', 0.22))
}

/** A framed picture on the wall. */
export function framedPicture(
  context: SKRSContext2D,
  random: Random,
  box: { x: number; y: number; width: number; height: number },
): void {
  context.fillStyle = '#6a4a36'
  context.fillRect(box.x, box.y, box.width, box.height)
  context.fillStyle = '#fbf5e8'
  context.fillRect(box.x + box.width * 0.07, box.y + box.width * 0.07, box.width * 0.86, box.height - box.width * 0.14)
  context.save()
  context.beginPath()
  context.rect(box.x + box.width * 0.16, box.y + box.width * 0.16, box.width * 0.68, box.height - box.width * 0.32)
  context.clip()
  const tones = random.pick([
    ['#f2c9a0', '#d97f5e', '#7a4a5e'],
    ['#bfe0e0', '#6fa8a8', '#3d6a78'],
    ['#f6e3b0', '#9fb86a', '#5a7a4a'],
  ] as const)
  context.fillStyle = tones[0]
  context.fillRect(box.x, box.y, box.width, box.height)
  for (const [i, tone] of [tones[1], tones[2]].entries()) {
    context.fillStyle = tone
    context.beginPath()
    context.arc(
      box.x + box.width * (0.3 + 0.4 * i),
      box.y + box.height * (0.95 + i * 0.08),
      box.width * 0.42,
      0,
      Math.PI * 2,
    )
    context.fill()
  }
  context.restore()
}

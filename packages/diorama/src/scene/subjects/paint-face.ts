import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Subject } from '../../brief.ts'
import { alpha, mix } from '../colour.ts'
import { tonesOf } from './tones.ts'

/** What a face can say; `plain` is the usual smile. */
export type Expression =
  | 'plain'
  | 'happy'
  | 'sad'
  | 'angry'
  | 'surprised'
  | 'sleepy'
  | 'loving'
  | 'crying'
  | 'laughing'
  | 'winking'
  | 'cool'

type Spot = { x: number; y: number; wide: number }

// The longest run of paint in the middle rows of a drawing: there is room for a face.
function roomFor(picture: Canvas): Spot | undefined {
  const { width, height } = picture
  const { data } = picture.getContext('2d').getImageData(0, 0, width, height)
  let best: (Spot & { score: number }) | undefined
  for (let y = Math.floor(height * 0.3); y < height * 0.74; y += Math.max(1, Math.floor(height / 48))) {
    let from = -1
    for (let x = 0; x <= width; x++) {
      const solid = x < width && (data[(y * width + x) * 4 + 3] as number) > 150
      if (solid && from < 0) from = x
      if (solid || from < 0) continue
      const wide = x - from
      // Rather in the middle than in the widest place.
      const score = wide * (1 - Math.abs(y / height - 0.52) * 1.1)
      if (!best || score > best.score) best = { x: (from + x) / 2, y, wide, score }
      from = -1
    }
  }
  return best
}

const INK = '#2b2230'

type Pen = { context: SKRSContext2D; r: number }

function dot({ context, r }: Pen, x: number, y: number): void {
  context.fillStyle = INK
  context.beginPath()
  context.ellipse(x, y, r, r * 1.25, 0, 0, Math.PI * 2)
  context.fill()
  context.fillStyle = '#ffffff'
  context.beginPath()
  context.arc(x - r * 0.3, y - r * 0.45, r * 0.38, 0, Math.PI * 2)
  context.fill()
}

function arc({ context, r }: Pen, at: { x: number; y: number; wide: number }, downwards: boolean): void {
  context.beginPath()
  context.arc(
    at.x,
    at.y,
    at.wide,
    downwards ? Math.PI * 0.12 : Math.PI * 1.12,
    downwards ? Math.PI * 0.88 : Math.PI * 1.88,
  )
  context.lineWidth = r * 0.5
  context.strokeStyle = INK
  context.stroke()
}

// Dark glasses: one lens, and the bridge from the left one to the right.
function lens({ context, r }: Pen, x: number, y: number, left: boolean): void {
  context.fillStyle = INK
  context.beginPath()
  context.roundRect(x - r * 2.6, y - r * 1.5, r * 5.2, r * 3.4, r * 1.5)
  context.fill()
  if (left) context.fillRect(x + r * 2, y - r * 0.9, r * 4, r * 0.7)
}

function eye(pen: Pen, x: number, y: number, expression: Expression, left: boolean): void {
  const { context, r } = pen
  if (expression === 'cool') return lens(pen, x, y, left)
  if (expression === 'sleepy') return arc(pen, { x, y: y - r * 0.5, wide: r * 1.1 }, true)
  if (expression === 'laughing' || (expression === 'winking' && left))
    return arc(pen, { x, y: y + r * 0.6, wide: r * 1.1 }, false)
  if (expression === 'loving') {
    context.fillStyle = '#e0405a'
    context.beginPath()
    context.moveTo(x, y + r * 1.3)
    context.bezierCurveTo(x - r * 2.2, y - r * 0.2, x - r, y - r * 1.7, x, y - r * 0.6)
    context.bezierCurveTo(x + r, y - r * 1.7, x + r * 2.2, y - r * 0.2, x, y + r * 1.3)
    return context.fill()
  }
  dot(expression === 'surprised' ? { context, r: r * 1.2 } : pen, x, y)
  if (expression === 'crying') {
    context.fillStyle = '#63b6ea'
    context.beginPath()
    context.ellipse(x, y + r * 3, r * 0.6, r * 1.1, 0, 0, Math.PI * 2)
    context.fill()
  }
  if (expression !== 'angry' && expression !== 'sad' && expression !== 'crying') return
  // Brows: down to the nose in anger, up to it in sorrow.
  const lean = (expression === 'angry' ? 1 : -1) * (left ? 1 : -1)
  context.strokeStyle = INK
  context.lineWidth = r * 0.5
  context.beginPath()
  context.moveTo(x - r * 1.3, y - r * (2 + lean * 0.6))
  context.lineTo(x + r * 1.3, y - r * (2 - lean * 0.6))
  context.stroke()
}

function mouth(pen: Pen, { x, y, wide }: Spot, expression: Expression): void {
  const { context, r } = pen
  if (/^(sad|angry|crying)$/.test(expression)) return arc(pen, { x, y: y + r * 1.2, wide }, false)
  if (expression === 'sleepy') return arc(pen, { x, y: y - wide * 0.2, wide: wide * 0.5 }, true)
  if (/^(plain|winking|cool)$/.test(expression)) return arc(pen, { x, y: y - wide * 0.4, wide }, true)
  context.fillStyle = '#7a2334'
  context.beginPath()
  if (expression === 'surprised') context.ellipse(x, y + r * 0.4, r * 0.9, r * 1.2, 0, 0, Math.PI * 2)
  else context.arc(x, y - r * 0.3, wide, 0, Math.PI)
  context.fill()
}

/** Draws eyes, cheeks and a mouth about a point; `wide` is the room for all of it. */
export function drawFace(context: SKRSContext2D, { x, y, wide }: Spot, expression: Expression): void {
  const span = wide * 0.2
  const pen = { context, r: wide * 0.055 }
  context.save()
  context.lineCap = 'round'
  for (const side of [-1, 1]) {
    context.fillStyle = alpha('#f0708a', 0.5)
    context.beginPath()
    context.ellipse(x + side * span * 1.55, y + pen.r * 1.9, pen.r * 1.5, pen.r * 0.95, 0, 0, Math.PI * 2)
    context.fill()
    eye(pen, x + side * span, y, expression, side < 0)
  }
  mouth(pen, { x, y: y + pen.r * 2.2, wide: pen.r * 1.9 }, expression)
  context.restore()
}

// The lowest paint of a column, so that a leg begins where the thing ends.
function lowestAt(picture: Canvas, x: number): number {
  const { height } = picture
  const { data } = picture
    .getContext('2d')
    .getImageData(Math.max(0, Math.min(picture.width - 1, Math.round(x))), 0, 1, height)
  for (let y = height - 1; y > 0; y--) if ((data[y * 4 + 3] as number) > 150) return y
  return height * 0.6
}

// Smaller, with arms at its face and legs under it: a thing that has become somebody.
function withLimbs(picture: Canvas, face: Spot): Canvas {
  const { width, height } = picture
  const out = createCanvas(width, height)
  const context = out.getContext('2d')
  const fit = 0.74
  const [left, top] = [(width * (1 - fit)) / 2, height * 0.03]
  const thick = Math.min(width, height) * 0.045
  context.strokeStyle = mix(tonesOf(picture).main, '#2b2230', 0.62)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.lineWidth = thick
  const limb = (points: readonly (readonly [number, number])[]) => {
    context.beginPath()
    for (const [x, y] of points) context.lineTo(x, y)
    context.stroke()
  }
  const foot = height - thick * 1.1
  for (const side of [-1, 1]) {
    const from = face.x + side * Math.min(face.wide * 0.26, width * 0.14)
    const x = left + from * fit
    limb([
      [x, top + lowestAt(picture, from) * fit - thick],
      [x, foot],
      [x + side * thick * 1.5, foot],
    ])
    // The right arm waves.
    const hand = left + (face.x + side * face.wide * 0.44) * fit
    const y = top + face.y * fit + thick
    const reach = side * width * 0.12
    limb([
      [hand, y],
      [hand + reach, y + (side > 0 ? -height * 0.02 : height * 0.1)],
      [hand + reach * 1.1, y + (side > 0 ? -height * 0.17 : height * 0.19)],
    ])
  }
  context.drawImage(picture, left, top, width * fit, height * fit)
  return out
}

/** A thing with the face that was asked for; as it was where there is none, or no room for one. */
export function withFace(picture: Canvas, { face }: Subject): Canvas {
  if (!face) return picture
  const spot = roomFor(picture)
  if (!spot || spot.wide < 8) return picture
  const wide = Math.min(spot.wide, picture.height * 0.9)
  drawFace(
    picture.getContext('2d'),
    { ...spot, wide },
    face === 'sleepy' ? 'sleepy' : face === 'mascot' ? 'happy' : 'plain',
  )
  return face === 'mascot' ? withLimbs(picture, spot) : picture
}

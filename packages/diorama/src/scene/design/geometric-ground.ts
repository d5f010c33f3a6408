import type { SKRSContext2D } from '@napi-rs/canvas'
import { alpha, mix, type Colour } from '../colour.ts'
import type { Stage } from '../stage.ts'

type Place = { x: number; y: number; size: number }

function disc(context: SKRSContext2D, { x, y, size }: Place, colour: string): void {
  context.fillStyle = colour
  context.beginPath()
  context.arc(x, y, size, 0, Math.PI * 2)
  context.fill()
}

function triangle(context: SKRSContext2D, { x, y, size }: Place, colour: string): void {
  context.fillStyle = colour
  context.beginPath()
  context.moveTo(x, y - size)
  context.lineTo(x + size, y + size * 0.8)
  context.lineTo(x - size, y + size * 0.8)
  context.fill()
}

function bars(context: SKRSContext2D, { x, y, size }: Place, colour: string): void {
  context.fillStyle = colour
  for (let i = 0; i < 5; i++) context.fillRect(x + size * i * 0.24, y - size, size * 0.1, size * 2)
}

/** Circles, triangles and bars about an empty middle, in the colours of the sheet. */
export function drawGeometry(context: SKRSContext2D, stage: Stage, colours: readonly Colour[], paper: Colour): void {
  const { width, height, unit } = stage
  const pick = (at: number) => colours[at % Math.max(1, colours.length)] ?? mix(paper, '#161428', 0.7)
  disc(context, { x: width * 0.15, y: height * 0.24, size: unit * 17 }, pick(0))
  disc(context, { x: width * 0.15, y: height * 0.24, size: unit * 10 }, alpha(paper, 0.9))
  triangle(context, { x: width * 0.86, y: height * 0.22, size: unit * 13 }, pick(1))
  disc(context, { x: width * 0.88, y: height * 0.84, size: unit * 13 }, pick(2))
  bars(context, { x: width * 0.07, y: height * 0.82, size: unit * 9 }, pick(1))
  context.fillStyle = pick(0)
  context.beginPath()
  context.arc(width * 0.73, height, unit * 13, Math.PI, 0)
  context.fill()
  context.fillStyle = pick(2)
  context.fillRect(width * 0.3, height * 0.13, width * 0.3, unit * 1.1)
  context.fillRect(width * 0.32, height * 0.86, width * 0.26, unit * 1.1)
}

/** Points joined by thin lines: a network, which stands for whatever is connected. */
export function drawNetwork(context: SKRSContext2D, stage: Stage, ink: Colour): void {
  const { width, height, unit } = stage
  const random = stage.random.fork('network')
  const points = Array.from({ length: 46 }, () => ({
    x: width * (0.28 + 0.74 * random.next() ** 0.7),
    y: height * random.between(-0.02, 1.02),
    r: unit * random.between(0.4, 1.3),
  }))
  context.lineWidth = Math.max(1, unit * 0.16)
  for (const [at, one] of points.entries()) {
    for (const other of points.slice(at + 1)) {
      const far = Math.hypot(one.x - other.x, one.y - other.y) / (unit * 26)
      if (far > 1) continue
      context.strokeStyle = alpha(ink, (1 - far) * 0.6)
      context.beginPath()
      context.moveTo(one.x, one.y)
      context.lineTo(other.x, other.y)
      context.stroke()
    }
  }
  for (const { x, y, r } of points) disc(context, { x, y, size: r }, alpha(ink, 0.9))
}

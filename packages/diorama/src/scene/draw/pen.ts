import type { SKRSContext2D } from '@napi-rs/canvas'
import { alpha, type Colour } from '../colour.ts'
import { glow } from './shapes.ts'

/** Where a pen's zero is, how long its one is in pixels, and what a colour becomes in the scene's light. */
export type PenPlace = { x: number; foot: number; scale: number; tone: (colour: Colour) => Colour }

/**
 * Draws in a measure of its own: `x` to the right of its middle, `y` upwards from its foot. Furniture counts in units of the
 * picture, a landmark in its own height, so that one drawing serves every size.
 */
export type Pen = {
  box(x: number, y: number, wide: number, tall: number, colour: Colour, round?: number): void
  poly(colour: Colour, points: readonly number[]): void
  oval(x: number, y: number, wide: number, tall: number, colour: Colour): void
  /** Half an oval that stands on its flat side. */
  dome(x: number, y: number, wide: number, tall: number, colour: Colour): void
  /** A dome with a point, swelling beyond its foot. */
  onion(x: number, y: number, wide: number, tall: number, colour: Colour): void
  /** An opening with a round top, or a pointed one. */
  arch(x: number, y: number, wide: number, tall: number, colour: Colour, pointed?: boolean): void
  line(colour: Colour, thick: number, points: readonly number[]): void
  shine(x: number, y: number, radius: number, colour: Colour, strength: number): void
}

/** A pen at a place of the picture. */
export function penAt(context: SKRSContext2D, { x: left, foot, scale, tone }: PenPlace): Pen {
  const px = (x: number) => left + x * scale
  const py = (y: number) => foot - y * scale
  const trace = (points: readonly number[]) => {
    context.beginPath()
    for (let i = 0; i + 1 < points.length; i += 2) context.lineTo(px(points[i] ?? 0), py(points[i + 1] ?? 0))
  }
  return {
    box(x, y, wide, tall, colour, round = 0) {
      context.fillStyle = tone(colour)
      if (round === 0) return context.fillRect(px(x), py(y + tall), wide * scale, tall * scale)
      context.beginPath()
      context.roundRect(px(x), py(y + tall), wide * scale, tall * scale, round * scale)
      context.fill()
    },
    poly(colour, points) {
      context.fillStyle = tone(colour)
      trace(points)
      context.closePath()
      context.fill()
    },
    oval(x, y, wide, tall, colour) {
      context.fillStyle = tone(colour)
      context.beginPath()
      context.ellipse(px(x), py(y), (wide / 2) * scale, (tall / 2) * scale, 0, 0, Math.PI * 2)
      context.fill()
    },
    dome(x, y, wide, tall, colour) {
      context.fillStyle = tone(colour)
      context.beginPath()
      context.ellipse(px(x), py(y), (wide / 2) * scale, tall * scale, 0, Math.PI, Math.PI * 2)
      context.fill()
    },
    onion(x, y, wide, tall, colour) {
      const half = wide / 2
      context.fillStyle = tone(colour)
      context.beginPath()
      context.moveTo(px(x - half * 0.72), py(y))
      context.bezierCurveTo(
        px(x - half * 1.5),
        py(y + tall * 0.4),
        px(x - half * 0.5),
        py(y + tall * 0.62),
        px(x),
        py(y + tall),
      )
      context.bezierCurveTo(
        px(x + half * 0.5),
        py(y + tall * 0.62),
        px(x + half * 1.5),
        py(y + tall * 0.4),
        px(x + half * 0.72),
        py(y),
      )
      context.fill()
    },
    arch(x, y, wide, tall, colour, pointed = false) {
      const half = wide / 2
      context.fillStyle = tone(colour)
      context.beginPath()
      context.moveTo(px(x - half), py(y))
      context.lineTo(px(x - half), py(y + tall - half))
      if (pointed) {
        context.quadraticCurveTo(px(x - half), py(y + tall - half * 0.4), px(x), py(y + tall))
        context.quadraticCurveTo(px(x + half), py(y + tall - half * 0.4), px(x + half), py(y + tall - half))
      } else context.ellipse(px(x), py(y + tall - half), half * scale, half * scale, 0, Math.PI, Math.PI * 2)
      context.lineTo(px(x + half), py(y))
      context.fill()
    },
    line(colour, thick, points) {
      context.strokeStyle = tone(colour)
      context.lineWidth = Math.max(0.7, thick * scale)
      context.lineCap = 'round'
      context.lineJoin = 'round'
      trace(points)
      context.stroke()
    },
    shine(x, y, radius, colour, strength) {
      glow(context, { x: px(x), y: py(y), radius: radius * scale }, alpha(colour, strength), alpha(colour, 0))
    },
  }
}

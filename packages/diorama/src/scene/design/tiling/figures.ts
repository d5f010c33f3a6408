import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Colour } from '../../colour.ts'

/** A star of so many points about the middle; its first point is at `turn`. With `inner` = 1 it is a polygon. */
export function starPath(context: SKRSContext2D, points: number, outer: number, inner: number, turn = 0): void {
  context.beginPath()
  for (let i = 0; i < points * 2; i++) {
    const angle = turn + (i * Math.PI) / points
    const radius = i % 2 === 0 ? outer : outer * inner
    context.lineTo(Math.cos(angle) * radius, Math.sin(angle) * radius)
  }
  context.closePath()
}

/** A regular polygon about the middle. */
export function ngonPath(context: SKRSContext2D, corners: number, radius: number, turn = 0): void {
  context.beginPath()
  for (let i = 0; i < corners; i++) {
    const angle = turn + (i * Math.PI * 2) / corners
    context.lineTo(Math.cos(angle) * radius, Math.sin(angle) * radius)
  }
  context.closePath()
}

/** A petal from one distance of the middle to another, to the right, as wide as told and pointed at its end. */
export function petalPath(context: SKRSContext2D, from: number, to: number, wide: number, pointed = 0.5): void {
  const long = to - from
  context.beginPath()
  context.moveTo(from, 0)
  context.bezierCurveTo(from + long * 0.2, wide, from + long * (1 - pointed * 0.5), wide * 0.9, to, 0)
  context.bezierCurveTo(from + long * (1 - pointed * 0.5), -wide * 0.9, from + long * 0.2, -wide, from, 0)
  context.closePath()
}

/** Paints the same thing so many times about the middle. */
export function around(context: SKRSContext2D, times: number, turn: number, paint: (index: number) => void): void {
  for (let i = 0; i < times; i++) {
    context.save()
    context.rotate(turn + (i * Math.PI * 2) / times)
    paint(i)
    context.restore()
  }
}

/** Fills the path that was traced last, with a line of another colour about it. */
export function inlay(context: SKRSContext2D, fill: Colour, line?: Colour, thick = 0.02): void {
  context.fillStyle = fill
  context.fill()
  if (!line) return
  context.strokeStyle = line
  context.lineWidth = thick
  context.lineJoin = 'round'
  context.stroke()
}

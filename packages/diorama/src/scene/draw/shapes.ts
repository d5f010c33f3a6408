import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Random } from '../random.ts'

export type Point = { x: number; y: number }

/** A closed polygon. */
export function polygon(context: SKRSContext2D, points: readonly Point[]): void {
  context.beginPath()
  for (const [index, point] of points.entries()) {
    if (index === 0) context.moveTo(point.x, point.y)
    else context.lineTo(point.x, point.y)
  }
  context.closePath()
}

/** A smooth closed curve through the middle of every edge. */
export function blob(context: SKRSContext2D, points: readonly Point[]): void {
  context.beginPath()
  const middle = (a: Point, b: Point) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
  const at = (index: number) => points[index % points.length] ?? { x: 0, y: 0 }
  const start = middle(at(0), at(1))
  context.moveTo(start.x, start.y)
  for (let i = 1; i <= points.length; i++) {
    const control = at(i)
    const end = middle(control, at(i + 1))
    context.quadraticCurveTo(control.x, control.y, end.x, end.y)
  }
  context.closePath()
}

/** Points on an uneven ring. */
export function ring(centre: Point, radius: number, random: Random, options: { points?: number; rough?: number } = {}) {
  const count = options.points ?? 12
  const rough = options.rough ?? 0.15
  const points: Point[] = []
  for (let i = 0; i < count; i++) {
    const angle = (i / count) * Math.PI * 2
    const r = radius * (1 + random.between(-rough, rough))
    points.push({ x: centre.x + Math.cos(angle) * r, y: centre.y + Math.sin(angle) * r })
  }
  return points
}

/** A round glow that fades out. */
export function glow(context: SKRSContext2D, at: Point & { radius: number }, colour: string, clear: string): void {
  const gradient = context.createRadialGradient(at.x, at.y, 0, at.x, at.y, at.radius)
  gradient.addColorStop(0, colour)
  gradient.addColorStop(1, clear)
  context.fillStyle = gradient
  context.fillRect(at.x - at.radius, at.y - at.radius, at.radius * 2, at.radius * 2)
}

import type { SKRSContext2D } from '@napi-rs/canvas'
import { mix, type Colour } from '../colour.ts'
import type { Point } from '../draw/shapes.ts'

/** The end of a bone that begins at `from`; 0 degrees hang straight down, 90 point ahead, to the right. */
export function boneEnd(from: Point, length: number, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180
  return { x: from.x + Math.sin(angle) * length, y: from.y + Math.cos(angle) * length }
}

/** A point that was meant for an upright body, after the body has leaned forward by so many degrees about `pivot`. */
export function leaned(point: Point, pivot: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180
  const [x, y] = [point.x - pivot.x, point.y - pivot.y]
  return {
    x: pivot.x + x * Math.cos(angle) - y * Math.sin(angle),
    y: pivot.y + x * Math.sin(angle) + y * Math.cos(angle),
  }
}

/** A colour that is a little lighter above and darker below, as all our figures are shaded. */
export function shaded(context: SKRSContext2D, colour: Colour, from: number, to: number) {
  const gradient = context.createLinearGradient(0, from, 0, to)
  gradient.addColorStop(0, mix(colour, '#ffffff', 0.07))
  gradient.addColorStop(1, mix(colour, '#1c1028', 0.2))
  return gradient
}

/** The outline of a tapering piece between two round ends: what thighs, necks and bodies are made of. */
export function tapered(context: SKRSContext2D, from: Point, to: Point, radii: readonly [number, number]): void {
  const [first, second] = radii
  const along = Math.atan2(to.y - from.y, to.x - from.x)
  const distance = Math.hypot(to.x - from.x, to.y - from.y)
  // Where one end swallows the other there is nothing to taper.
  if (distance <= Math.abs(first - second)) {
    const [at, radius] = first > second ? [from, first] : [to, second]
    context.beginPath()
    context.arc(at.x, at.y, radius, 0, Math.PI * 2)
    return
  }
  const open = Math.acos((first - second) / distance)
  context.beginPath()
  context.arc(from.x, from.y, first, along + open, along - open)
  context.arc(to.x, to.y, second, along - open, along + open)
  context.closePath()
}

/** Three joints of an arm or a leg, painted as one limb that gets thinner. */
export function limb(
  context: SKRSContext2D,
  joints: readonly [Point, Point, Point],
  radii: readonly [number, number, number],
  colour: Colour,
): void {
  const [a, b, c] = joints
  context.fillStyle = colour
  tapered(context, a, b, [radii[0], radii[1]])
  context.fill()
  tapered(context, b, c, [radii[1], radii[2]])
  context.fill()
}

import type { SKRSContext2D } from '@napi-rs/canvas'
import { mix, type Colour } from '../colour.ts'
import type { Point } from '../draw/shapes.ts'
import type { Tail } from '../subjects/sitting-body.ts'
import type { Build, QuadrupedJoints } from './quadruped-pose.ts'
import { shaded } from './limb.ts'

type Wearer = { body: Colour; belly: Colour; tail: Tail }

// A pig's: one turn and a tip.
function ringlet(context: SKRSContext2D, { x, y }: Point, girth: number, colour: Colour): void {
  context.strokeStyle = colour
  context.lineWidth = girth * 0.17
  context.lineCap = 'round'
  context.beginPath()
  context.moveTo(x, y)
  context.quadraticCurveTo(x - girth * 0.5, y + girth * 0.1, x - girth * 0.66, y - girth * 0.14)
  context.arc(x - girth * 0.44, y - girth * 0.16, girth * 0.22, Math.PI, Math.PI * 2.7)
  context.quadraticCurveTo(x - girth * 0.8, y + girth * 0.1, x - girth * 0.98, y - girth * 0.3)
  context.stroke()
}

/** The tail of an animal that is drawn from the side; of one that lies down it lies along the ground. */
export function drawTail(
  context: SKRSContext2D,
  { body, belly, tail }: Wearer,
  { hip, lying }: QuadrupedJoints,
  { girth }: Build,
): void {
  const root = { x: hip.x - girth * 0.7, y: hip.y - girth * 0.2 }
  const end = lying ? { x: hip.x - girth * 1.7, y: -girth * 0.35 } : { x: hip.x - girth * 1.75, y: hip.y - girth * 1.1 }
  const bend = lying ? { x: hip.x - girth * 1.6, y: -girth * 0.2 } : { x: hip.x - girth * 2, y: hip.y + girth * 0.2 }
  const curve = (width: number, colour: Colour) => {
    context.strokeStyle = colour
    context.lineWidth = width
    context.lineCap = 'round'
    context.beginPath()
    context.moveTo(root.x, root.y)
    context.quadraticCurveTo(bend.x, bend.y, end.x, end.y)
    context.stroke()
  }
  switch (tail) {
    case 'none':
      return
    case 'stub':
      context.fillStyle = mix(body, '#ffffff', 0.2)
      context.beginPath()
      context.arc(hip.x - girth * 0.9, hip.y - girth * 0.3, girth * 0.3, 0, Math.PI * 2)
      context.fill()
      return
    case 'bushy':
      curve(girth * 0.74, mix(body, '#1c1028', 0.08))
      context.fillStyle = belly
      context.beginPath()
      context.arc(end.x, end.y, girth * 0.34, 0, Math.PI * 2)
      context.fill()
      return
    case 'mane':
      context.fillStyle = shaded(context, mix(body, '#3a1c14', 0.5), root.y, root.y + girth * 2.2)
      context.beginPath()
      context.moveTo(root.x + girth * 0.2, root.y - girth * 0.4)
      context.bezierCurveTo(
        root.x - girth,
        root.y - girth * 0.5,
        root.x - girth * 0.9,
        root.y + girth,
        root.x - girth * 0.7,
        root.y + girth * 2,
      )
      context.bezierCurveTo(
        root.x - girth * 0.3,
        root.y + girth * 1.4,
        root.x,
        root.y + girth * 0.8,
        root.x + girth * 0.2,
        root.y + girth * 0.2,
      )
      context.fill()
      return
    case 'ringlet':
      ringlet(context, root, girth, mix(body, '#1c1028', 0.16))
      return
    case 'thin':
    case 'tuft':
    case 'curl':
      curve(girth * (tail === 'curl' ? 0.36 : 0.24), mix(body, '#1c1028', 0.16))
      if (tail !== 'tuft') return
      context.fillStyle = mix(body, '#3a1a10', 0.6)
      context.beginPath()
      context.arc(end.x, end.y, girth * 0.28, 0, Math.PI * 2)
      context.fill()
  }
}

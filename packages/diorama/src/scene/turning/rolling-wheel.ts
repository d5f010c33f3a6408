import type { Canvas } from '@napi-rs/canvas'
import type { Sheet } from '../layers.ts'
import { roundSheet, spotIn, type Figure } from './figure-part.ts'

const SPOKES = 5

/** A wheel of a vehicle with spokes, turned as far as the vehicle has gone. */
export function wheelSheet(
  figure: Figure,
  wheel: readonly [number, number, number],
  open: boolean,
  lit: Canvas,
): Sheet {
  const { placement, move } = figure
  const at = spotIn(figure, wheel[0], wheel[1])
  const radius = wheel[2] * at.scale
  const middle = { x: placement.x + at.x, y: placement.foot + at.y }
  const start = move(0).x ?? 0
  return roundSheet(
    figure,
    at,
    radius,
    (context) => {
      context.translate(middle.x, middle.y)
      if (!open) {
        context.save()
        context.beginPath()
        context.arc(0, 0, radius, 0, Math.PI * 2)
        context.clip()
        context.drawImage(lit, -at.x - lit.width / 2, -at.y - lit.height)
        context.restore()
      }
      // Without spokes nobody would see that it turns.
      context.strokeStyle = open ? 'rgba(245,245,250,0.85)' : 'rgba(50,44,44,0.75)'
      context.lineWidth = Math.max(1, radius * (open ? 0.05 : 0.11))
      context.beginPath()
      for (let spoke = 0; spoke < SPOKES; spoke++) {
        const angle = (spoke / SPOKES) * Math.PI * 2
        const [inner, outer] = open ? [0.12, 0.8] : [0.1, 0.52]
        context.moveTo(Math.cos(angle) * radius * inner, Math.sin(angle) * radius * inner)
        context.lineTo(Math.cos(angle) * radius * outer, Math.sin(angle) * radius * outer)
      }
      context.stroke()
    },
    // As far as it has rolled.
    (second) => ({ turn: ((move(second).x ?? 0) - start) / radius }),
  )
}

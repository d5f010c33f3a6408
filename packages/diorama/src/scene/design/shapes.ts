import type { SKRSContext2D } from '@napi-rs/canvas'
import type { MarkShape } from '../../design.ts'

type Place = { x: number; y: number; radius: number }

/** Traces a plain shape about a point, so that all shapes look equally large. */
export function traceShape(context: SKRSContext2D, shape: MarkShape, { x, y, radius: r }: Place): void {
  context.beginPath()
  switch (shape) {
    case 'circle':
    case 'none':
      context.arc(x, y, r, 0, Math.PI * 2)
      break
    case 'square':
      context.roundRect(x - r * 0.92, y - r * 0.92, r * 1.84, r * 1.84, r * 0.42)
      break
    case 'hexagon':
      for (let i = 0; i < 6; i++) {
        const angle = (i / 6) * Math.PI * 2 - Math.PI / 2
        context.lineTo(x + Math.cos(angle) * r * 1.05, y + Math.sin(angle) * r * 1.05)
      }
      break
    case 'shield':
      context.moveTo(x, y - r * 1.04)
      context.quadraticCurveTo(x + r * 0.5, y - r * 0.82, x + r * 0.92, y - r * 0.84)
      context.quadraticCurveTo(x + r * 0.98, y + r * 0.5, x, y + r * 1.12)
      context.quadraticCurveTo(x - r * 0.98, y + r * 0.5, x - r * 0.92, y - r * 0.84)
      context.quadraticCurveTo(x - r * 0.5, y - r * 0.82, x, y - r * 1.04)
      break
  }
  context.closePath()
}

import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { alpha, type Colour } from '../colour.ts'

/** A round speck that fades out; up to `core` of its radius it is nearly solid. */
export function speck(colour: Colour, core: number): Canvas {
  const canvas = createCanvas(32, 32)
  const context = canvas.getContext('2d')
  const gradient = context.createRadialGradient(16, 16, 0, 16, 16, 16)
  gradient.addColorStop(0, alpha(colour, 1))
  gradient.addColorStop(core, alpha(colour, core > 0.4 ? 0.95 : 0.5))
  gradient.addColorStop(1, alpha(colour, 0))
  context.fillStyle = gradient
  context.fillRect(0, 0, 32, 32)
  return canvas
}

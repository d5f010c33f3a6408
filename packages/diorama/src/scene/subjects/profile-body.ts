import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas'
import { mix, type Colour } from '../colour.ts'
import { histogram } from './tones.ts'

function leg(context: SKRSContext2D, x: number, colour: Colour, hoof: Colour, bend: number): void {
  context.fillStyle = colour
  context.beginPath()
  context.moveTo(x - 5, 66)
  context.quadraticCurveTo(x - 4 + bend, 82, x - 3, 95)
  context.lineTo(x + 3.4, 95)
  context.quadraticCurveTo(x + 5 + bend, 82, x + 6, 66)
  context.fill()
  context.fillStyle = hoof
  context.beginPath()
  context.roundRect(x - 4, 93, 8.4, 6, [1, 1, 2, 2])
  context.fill()
}

/** A horse-like animal from the side: the given head, looking left, on a body in its own colours. */
export function profileBody(head: Canvas, width: number, height: number): Canvas {
  const coat = histogram(head, { left: 0.2, right: 0.6, top: 0.4, bottom: 0.8 })[0]?.colour ?? '#e8e8ee'
  const mane = histogram(head, { left: 0.62, right: 1, top: 0.3, bottom: 0.9 })[0]?.colour ?? mix(coat, '#3a2018', 0.5)
  const canvas = createCanvas(Math.round(width), Math.round(height))
  const context = canvas.getContext('2d')
  context.scale(width / 104, height / 100)
  const far = mix(coat, '#2a2440', 0.24)
  const hoof = mix(coat, '#2a1c28', 0.72)
  leg(context, 42, far, hoof, 1)
  leg(context, 82, far, hoof, -1)
  context.fillStyle = mane
  context.beginPath()
  context.moveTo(88, 52)
  context.bezierCurveTo(104, 48, 106, 70, 99, 88)
  context.bezierCurveTo(96, 80, 98, 70, 92, 68)
  context.bezierCurveTo(95, 76, 92, 82, 90, 84)
  context.bezierCurveTo(88, 70, 86, 62, 86, 56)
  context.fill()
  const fill = context.createLinearGradient(0, 38, 0, 80)
  fill.addColorStop(0, mix(coat, '#ffffff', 0.1))
  fill.addColorStop(1, mix(coat, '#3a2a50', 0.22))
  context.fillStyle = fill
  context.beginPath()
  context.moveTo(24, 40)
  context.bezierCurveTo(24, 56, 26, 66, 32, 72)
  context.bezierCurveTo(48, 78, 62, 74, 74, 74)
  context.bezierCurveTo(92, 78, 96, 60, 90, 50)
  context.bezierCurveTo(84, 43, 64, 47, 54, 46)
  context.bezierCurveTo(50, 44, 48, 38, 47, 32)
  context.closePath()
  context.fill()
  leg(context, 34, mix(coat, '#3a2a50', 0.08), hoof, -1)
  leg(context, 76, mix(coat, '#3a2a50', 0.1), hoof, 1)
  const tall = Math.min(56, (52 * head.height) / head.width)
  const wide = (tall * head.width) / head.height
  context.drawImage(head, 1, 0, wide, tall)
  context.resetTransform()
  return canvas
}

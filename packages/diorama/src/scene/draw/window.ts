import type { SKRSContext2D } from '@napi-rs/canvas'
import { mix, type Colour } from '../colour.ts'
import type { Sheet } from '../layers.ts'
import type { Placement } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'
import { outsideView, type Box } from './interior/outside-view.ts'

/** A window with the weather and the hour outside, in a wooden frame with curtains. */
export function drawWindow(context: SKRSContext2D, stage: Stage, box: Box, curtain: Colour | undefined): void {
  context.save()
  context.beginPath()
  context.rect(box.x, box.y, box.width, box.height)
  context.clip()
  outsideView(context, stage, box)
  context.restore()
  drawFrame(context, stage, box)
  if (curtain) drawCurtains(context, stage, box, curtain)
}

/** Where the window over a sill is. */
export const boxAbove = ({ x, foot, width, height }: Placement): Box => ({
  x: x - width * 0.42,
  y: foot - height,
  width: width * 0.84,
  height: height * 0.9,
})

/** The window over a sill that somebody is on, with what is really outside. */
export function windowAbove(stage: Stage, sill: Placement): Sheet {
  const { unit } = stage
  const { x, foot, width, height } = sill
  const box = boxAbove(sill)
  return {
    kind: 'sheet',
    role: 'land',
    depth: 1,
    left: x - width / 2 - unit * 4,
    right: x + width / 2 + unit * 4,
    top: foot - height - unit * 2,
    bottom: foot + unit * 3,
    draw: (context) => drawWindow(context, stage, box, undefined),
  }
}

function drawFrame(context: SKRSContext2D, stage: Stage, box: Box): void {
  const { unit } = stage
  context.strokeStyle = '#f7efe2'
  context.lineWidth = unit * 1.3
  context.strokeRect(box.x, box.y, box.width, box.height)
  context.lineWidth = unit * 0.7
  context.beginPath()
  context.moveTo(box.x + box.width / 2, box.y)
  context.lineTo(box.x + box.width / 2, box.y + box.height)
  context.moveTo(box.x, box.y + box.height * 0.42)
  context.lineTo(box.x + box.width, box.y + box.height * 0.42)
  context.stroke()
  context.fillStyle = '#f1e6d4'
  context.fillRect(box.x - unit * 2, box.y + box.height, box.width + unit * 4, unit * 1.6)
  context.fillStyle = 'rgba(60,40,40,0.18)'
  context.fillRect(box.x - unit * 1.4, box.y + box.height + unit * 1.6, box.width + unit * 2.8, unit * 0.6)
}

function drawCurtains(context: SKRSContext2D, stage: Stage, box: Box, colour: Colour): void {
  const { unit } = stage
  const bottom = box.y + box.height + unit * 5
  for (const side of [-1, 1]) {
    const edge = side < 0 ? box.x - unit * 4 : box.x + box.width + unit * 4
    const inner = side < 0 ? box.x + box.width * 0.16 : box.x + box.width * 0.84
    for (let fold = 0; fold < 4; fold++) {
      const a = edge + ((inner - edge) * fold) / 4
      const b = edge + ((inner - edge) * (fold + 1)) / 4
      context.fillStyle = mix(colour, fold % 2 === 0 ? '#ffffff' : stage.light.shadow, 0.12)
      context.beginPath()
      context.moveTo(a, box.y - unit * 2.4)
      context.lineTo(b, box.y - unit * 2.4)
      context.quadraticCurveTo(b + side * unit * 0.5, (box.y + bottom) / 2, b + side * unit * (3 - fold) * 0.7, bottom)
      context.lineTo(a + side * unit * (3 - fold) * 0.4, bottom)
      context.closePath()
      context.fill()
    }
  }
  context.fillStyle = '#8a5f42'
  context.beginPath()
  context.roundRect(box.x - unit * 6, box.y - unit * 3.4, box.width + unit * 12, unit, unit * 0.5)
  context.fill()
}
